// What the platform has received and knows, for tests of the token.

import type { Demo } from '../../../demo/main.js'
import type { LoggedDemo } from '../demo.js'

/** The calls that have reached the program domain since the log had `start` entries, as `POST /events`: preflights and files aside. */
export const callsSince = ({ requests, origins }: LoggedDemo, start: number): string[] =>
  requests
    .slice(start)
    .filter(({ url, method }) => url.startsWith(origins.program) && method !== 'OPTIONS' && !url.endsWith('.js'))
    .map(({ method, url }) => `${method} ${new URL(url).pathname}`)

/** As declared by the platform: every consumer token is dead from now on. */
export const killTokens = ({ platform }: Demo) =>
  platform.db.query(`update tokens set invalidated_at = now() - interval '1 hour' where type = 'CONSUMER'`)

export async function countOfPersons({ platform }: Demo): Promise<number> {
  const [row] = await platform.db.query<{ count: number }>('select count(*)::int as count from persons')
  return row!.count
}
