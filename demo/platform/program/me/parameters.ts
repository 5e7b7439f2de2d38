import type { Domain } from '../../domain.js'

/** A person's own data fields, by name (specification 2.3). */
export async function parametersOf({ db }: Domain, personId: string): Promise<Record<string, unknown>> {
  const rows = await db.query<{ name: string; value: unknown }>(
    'select name, value from parameters where person_id = $1 order by updated_at desc, name',
    [personId],
  )
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}
