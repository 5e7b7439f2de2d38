import { z } from 'zod'
import { meetsConditions, type Viewer } from '../campaign/conditions.js'
import type { Program } from '../campaign/program.js'
import type { Domain } from '../domain.js'

/** The audiences that a person belongs to. */
export async function audiencesOf({ db }: Pick<Domain, 'db'>, personId: string): Promise<string[]> {
  const rows = await db.query<{ audience_id: string }>(
    'select audience_id from audience_memberships where person_id = $1',
    [personId],
  )
  return rows.map(({ audience_id }) => audience_id)
}

/** Adds a person to the audiences that their step belongs to. */
export async function joinAudiences(
  domain: Domain,
  { audiences }: Program,
  step: string,
  { personId, viewer }: { personId: string; viewer: Viewer },
): Promise<void> {
  for (const [name, audience] of Object.entries(audiences))
    if (audience.step === step && meetsConditions(audience.when, viewer)) await joinAudience(domain, personId, name)
}

const columns = 'audience_id, created_at as created_date, updated_at as updated_date'

/** A membership in a response. */
export const audienceMembership = z.object({
  audience_id: z.string(),
  created_date: z.iso.datetime(),
  updated_date: z.iso.datetime(),
})

export type MembershipRow = { audience_id: string; created_date: Date; updated_date: Date }

/** The memberships of a person, oldest first. */
export const membershipsOf = ({ db }: Domain, personId: string): Promise<MembershipRow[]> =>
  db.query<MembershipRow>(
    `select ${columns} from audience_memberships where person_id = $1 order by created_at, audience_id`,
    [personId],
  )

/** Adds a person to an audience, or updates the time of an existing membership. */
export async function joinAudience(
  { db, settings }: Domain,
  personId: string,
  audienceId: string,
): Promise<MembershipRow> {
  const [membership] = await db.query<MembershipRow>(
    `insert into audience_memberships (person_id, audience_id, created_at, updated_at) values ($1, $2, $3, $3)
     on conflict (person_id, audience_id) do update set updated_at = excluded.updated_at returning ${columns}`,
    [personId, audienceId, new Date(settings.now())],
  )
  return membership!
}

/** Removes a person from an audience. Undefined if they do not belong to it. */
export async function leaveAudience(
  { db }: Domain,
  personId: string,
  audienceId: string,
): Promise<MembershipRow | undefined> {
  const [membership] = await db.query<MembershipRow>(
    `delete from audience_memberships where person_id = $1 and audience_id = $2 returning ${columns}`,
    [personId, audienceId],
  )
  return membership
}
