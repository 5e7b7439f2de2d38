import { setTimeout } from 'node:timers/promises'
import type { Domain } from '../../domain.js'
import { isFirstAttempt } from '../../jobs/job.js'
import type { Queue } from '../../jobs/queue.js'
import { withSftp } from '../../sftp/connect.js'
import { checkFolder } from '../../sftp/upload.js'
import type { Database } from '../../store/database.js'
import { deliveries, failureOf, findDeliveries, saveResult, scheduleDelivery } from './deliveries.js'
import { allowanceOf, openCredentials, requireServer, type ServerRow } from './sftp-server.js'

/** How often a request looks whether the attempts that it waits for have ended: maybe in another process. */
const LOOK_MS = 50

type SyncDomain = Domain & { db: Database; queue: Queue }

/** Connects to a server, checks its folder and delivers the files that wait. Returns the server with the result. Throws `not_found`. */
export async function syncServer(domain: SyncDomain, serverId: string): Promise<ServerRow> {
  const server = await requireServer(domain, serverId)
  const result = await withSftp(
    openCredentials(domain, server),
    allowanceOf(domain),
    async ({ sftp, hostKeyFingerprint }) => {
      await checkFolder(sftp, server.folder)
      return { fingerprint: hostKeyFingerprint }
    },
  ).catch(failureOf)
  await saveResult(domain, server, result)
  if ('fingerprint' in result) {
    await domain.db.transaction(async db => {
      for (const delivery of await findDeliveries({ ...domain, db }, { serverId }))
        await scheduleDelivery({ ...domain, db }, delivery)
    })
    await whenDelivered(domain, serverId)
  }
  return requireServer(domain, serverId)
}

/** Resolves when each file that waits for a server was delivered or refused. */
export async function whenDelivered(domain: SyncDomain, serverId: string): Promise<void> {
  domain.queue.wake(deliveries.name)
  while (await isFirstAttempt(domain, deliveries.name, serverId)) await setTimeout(LOOK_MS)
}
