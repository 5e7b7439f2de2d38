import type { Domain } from '../domain.js'

/** How long messages are kept after their last attempt. */
const KEPT_MS = 30 * 86_400_000

/** Deletes old messages of all clients. Of a message that is delivered or dead, `next_attempt_at` is the time of its last attempt. */
export async function deleteOldMessages({ db, settings }: Domain): Promise<void> {
  await db.query(`delete from webhook_messages where state <> 'PENDING' and next_attempt_at < $1`, [
    new Date(settings.now() - KEPT_MS),
  ])
}
