import { liveRules } from '../campaign/live-program.js'
import { PRODUCTION } from '../container.js'
import type { Domain } from '../domain.js'
import { isKnownInSql, type Person } from '../identity/person.js'

export interface PersonLine extends Pick<Person, 'person_id' | 'email' | 'partner_user_id' | 'created_at'> {
  name: string
  rewards: number
}

export interface FoundPeople {
  people: PersonLine[]
  /** How many people there are on all pages. */
  count: number
}

/** The number of people on a page of the list. */
export const PAGE_SIZE = 50

/**
 * Finds the people whose email, customer number, name or id contains a text, or who have an event with this text as one of the
 * brand's own ids. What a person had before a merge finds them too. Without a text: everybody with an identity. Newest first.
 */
export async function findPeople(domain: Domain, text: string, page: number): Promise<FoundPeople> {
  const { db, clientId } = domain
  const { partner_keys } = await liveRules(domain)
  const rows = await db.query<PersonLine & { count: number }>(
    `select p.person_id, p.email, p.partner_user_id, p.created_at, ${nameOf('p')} as name,
       (select count(*)::int from rewards r where r.person_id = p.person_id and container = '${PRODUCTION}') as rewards, count(*) over ()::int as count
     from persons p where client_id = $1 and merged_into is null and case when $2 = ''
       then ${isKnownInSql('p')}
       else p.person_id in (
         select coalesce(merged_into, person_id) from persons known where client_id = $1 and (
           position(lower($2) in lower(email)) > 0 or position(lower($2) in lower(partner_user_id)) > 0
           or position(lower($2) in lower(${nameOf('known')})) > 0 or lower(person_id) = lower($2))
         union all
         select person_id from events cross join unnest($3::text[]) as partner_key
         where lower(data->>partner_key) = lower($2))
       end
     order by p.created_at desc, p.person_id limit ${PAGE_SIZE} offset $4`,
    [clientId, text, partner_keys, (page - 1) * PAGE_SIZE],
  )
  return { people: rows, count: rows[0]?.count ?? 0 }
}

const nameOf = (table: string) => `concat_ws(' ', ${table}.first_name, ${table}.last_name)`
