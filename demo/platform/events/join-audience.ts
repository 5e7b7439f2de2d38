import type { Domain } from '../domain.js'

/** The audience of people who made a purchase. They are eligible for the program's rewards. */
export const CUSTOMERS = 'customers'

/** Adds a person to an audience, or updates the time of an existing membership. */
export async function joinAudience({ db, settings }: Domain, personId: string, audienceId: string): Promise<void> {
  await db.query(
    `insert into audience_memberships (person_id, audience_id, created_at, updated_at) values ($1, $2, $3, $3)
     on conflict (person_id, audience_id) do update set updated_at = excluded.updated_at`,
    [personId, audienceId, new Date(settings.now())],
  )
}
