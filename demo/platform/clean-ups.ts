import { deleteOldDrafts } from './campaign/zone-draft.js'
import { deleteEndedSessions } from './console/session.js'
import type { Domain } from './domain.js'
import { deleteEndedWindows } from './http/rate-limit.js'
import type { TransactionKind } from './jobs/job-kind.js'
import { deleteOldReplays } from './replay/delete-old-replays.js'
import { deleteOldMessages } from './webhooks/delete-old-messages.js'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

interface CleanUp {
  name: string
  title: string
  everyMs: number
  /** Deletes it for all clients. */
  run(domain: Domain): Promise<void>
}

const cleanUp = ({ everyMs, run, ...names }: CleanUp): TransactionKind => ({
  ...names,
  atOnce: 1,
  recurs: true,
  async run(domain) {
    await run(domain)
    return new Date(domain.settings.now() + everyMs)
  },
})

/** The jobs that delete what nobody needs any more, whichever process runs then. */
export const cleanUps: TransactionKind[] = [
  cleanUp({
    name: 'webhook-cleanup',
    title: 'Deletion of old webhook messages',
    everyMs: HOUR_MS,
    run: deleteOldMessages,
  }),
  cleanUp({
    name: 'session-cleanup',
    title: 'Deletion of console sessions that have ended',
    everyMs: HOUR_MS,
    run: deleteEndedSessions,
  }),
  cleanUp({
    name: 'draft-cleanup',
    title: 'Deletion of zone drafts that nobody has saved',
    everyMs: HOUR_MS,
    run: ({ db, settings }) => deleteOldDrafts(db, settings.machineNow()),
  }),
  cleanUp({
    name: 'replay-cleanup',
    title: 'Deletion of old results of replays',
    everyMs: HOUR_MS,
    run: deleteOldReplays,
  }),
  cleanUp({
    name: 'rate-window-cleanup',
    title: 'Deletion of rate windows that have ended',
    everyMs: MINUTE_MS,
    run: ({ db, settings }) => deleteEndedWindows(db, settings.now()),
  }),
]
