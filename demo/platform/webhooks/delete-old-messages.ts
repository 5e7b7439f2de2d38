import type { TransactionKind } from '../jobs/job-kind.js'

/** How long messages are kept after their last attempt. */
const KEPT_MS = 30 * 86_400_000

const HOUR_MS = 3_600_000

/** The job that deletes old messages of all clients each hour, whichever process runs then. */
export const messageCleanup: TransactionKind = {
  name: 'webhook-cleanup',
  title: 'Deletion of old webhook messages',
  atOnce: 1,
  recurs: true,
  async run({ db, settings }) {
    // Of a message that is delivered or dead, next_attempt_at is the time of its last attempt.
    await db.query(`delete from webhook_messages where state <> 'PENDING' and next_attempt_at < $1`, [
      new Date(settings.now() - KEPT_MS),
    ])
    return new Date(settings.now() + HOUR_MS)
  },
}
