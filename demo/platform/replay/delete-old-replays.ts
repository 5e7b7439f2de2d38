import type { Domain } from '../domain.js'

/** How long a result is kept. */
const KEPT_MS = 30 * 86_400_000

/** Deletes old results of all clients. */
export async function deleteOldReplays({ db, settings }: Domain): Promise<void> {
  await db.query(`delete from replays where status <> 'RUNNING' and ended_at < $1`, [
    new Date(settings.now() - KEPT_MS),
  ])
}
