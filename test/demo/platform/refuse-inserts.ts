// A failure in the middle of the platform's work.

import { onTestFinished, vi } from 'vitest'
import type { Visit } from './use-platform.js'

/**
 * The database refuses new rows of a table, those that meet the condition, until the returned function is called. In this test, the platform logs no
 * errors.
 */
export async function refuseInserts(
  { platform }: Visit,
  table: string,
  { condition = 'true', reason = 'Refused by a test' } = {},
): Promise<() => Promise<void>> {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => logged.mockRestore())
  await platform.db.execute(`
    create function refuse() returns trigger language plpgsql as $$ begin raise '${reason}'; end $$;
    create trigger refuse before insert on ${table} for each row when (${condition}) execute function refuse()`)
  return () => platform.db.execute('drop function refuse cascade')
}
