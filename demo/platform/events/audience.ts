import { z } from 'zod'
import type { Viewer } from '../campaign/conditions.js'
import type { Program } from '../campaign/program.js'
import { PRODUCTION } from '../container.js'
import type { Domain } from '../domain.js'
import { prepared } from '../store/prepared.js'
import { decideAudiences } from './decide-audiences.js'

/** The container of a membership that the brand adds. It counts in all containers. */
const EVERYWHERE = ''

/** A person belongs to the audiences that steps of the container joined, and to those of the brand. */
export const audienceContainers = (container: string): string[] => [EVERYWHERE, container]

/** The audiences that a person belongs to in a container. */
export async function audiencesOf({ db }: Pick<Domain, 'db'>, personId: string, container: string): Promise<string[]> {
  const rows = await db.query<{ audience_id: string }>(
    prepared('select distinct audience_id from audience_memberships where person_id = $1 and container = any($2)'),
    [personId, audienceContainers(container)],
  )
  return rows.map(({ audience_id }) => audience_id)
}

/** Adds a person to the audiences that their step joins (`decideAudiences`). */
export async function joinAudiences(
  domain: Domain,
  { audiences }: Program,
  step: string,
  { personId, viewer }: { personId: string; viewer: Viewer },
): Promise<void> {
  for (const { audience, outcome } of decideAudiences(audiences, step, viewer))
    if (outcome === 'joined') await joinAudience(domain, personId, audience, viewer.container)
}

const columns = 'audience_id, min(created_at) as created_date, max(updated_at) as updated_date'

/** A membership in a response. */
export const audienceMembership = z.object({
  audience_id: z.string(),
  created_date: z.iso.datetime(),
  updated_date: z.iso.datetime(),
})

export type MembershipRow = { audience_id: string; created_date: Date; updated_date: Date }

/** The memberships of a person in production, oldest first. */
export const membershipsOf = ({ db }: Domain, personId: string): Promise<MembershipRow[]> =>
  db.query<MembershipRow>(
    `select ${columns} from audience_memberships where person_id = $1 and container = any($2)
     group by audience_id order by created_date, audience_id`,
    [personId, [EVERYWHERE, PRODUCTION]],
  )

/**
 * Adds a person to an audience, or updates the time of an existing membership. `container` is that of the step that joins the audience.
 * Default: all containers.
 */
export async function joinAudience(
  { db, settings }: Domain,
  personId: string,
  audienceId: string,
  container = EVERYWHERE,
): Promise<MembershipRow> {
  const [membership] = await db.query<MembershipRow>(
    prepared(`with joined as (
       insert into audience_memberships (person_id, audience_id, container, created_at, updated_at) values ($1, $2, $3, $4, $4)
       on conflict (person_id, audience_id, container) do update set updated_at = excluded.updated_at returning *)
     select ${columns} from joined group by audience_id`),
    [personId, audienceId, container, new Date(settings.now())],
  )
  return membership!
}

/** Removes a person from an audience, in all containers. Undefined if they do not belong to it. */
export async function leaveAudience(
  { db }: Domain,
  personId: string,
  audienceId: string,
): Promise<MembershipRow | undefined> {
  const [membership] = await db.query<MembershipRow>(
    `with ended as (delete from audience_memberships where person_id = $1 and audience_id = $2 returning *)
     select ${columns} from ended group by audience_id`,
    [personId, audienceId],
  )
  return membership
}
