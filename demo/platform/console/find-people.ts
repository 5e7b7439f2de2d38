import { liveRules } from '../campaign/live-program.js'
import { PRODUCTION } from '../container.js'
import type { Domain } from '../domain.js'
import { partnerIdInSql } from '../events/partner-ids.js'
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
 * Finds the people whose email, customer number or name contains a text, or who have it as their id, or an event with it as one of the
 * brand's own ids. What a person had before a merge finds them too. Without a text: everybody with an identity. Newest first.
 */
export async function findPeople(domain: Domain, text: string, page: number): Promise<FoundPeople> {
  const params: unknown[] = []
  const parameter = (value: unknown) => `$${params.push(value)}`
  const found = text === '' ? isKnownInSql('p') : `p.person_id in (${await matchesInSql(domain, text, parameter)})`
  const condition = `p.client_id = ${parameter(domain.clientId)} and merged_into is null and ${found}`
  const counted = await domain.db.query<{ count: number }>(
    `select count(*)::int as count from persons p where ${condition}`,
    params,
  )
  const people = await domain.db.query<PersonLine>(
    `select p.person_id, p.email, p.partner_user_id, p.created_at, concat_ws(' ', p.first_name, p.last_name) as name,
       (select count(*)::int from rewards r where r.person_id = p.person_id and container = '${PRODUCTION}') as rewards
     from persons p where ${condition}
     order by p.created_at desc, p.person_id limit ${PAGE_SIZE} offset $${params.length + 1}`,
    [...params, (page - 1) * PAGE_SIZE],
  )
  return { people, count: counted[0]!.count }
}

/** The ids of the people who match a text. Each part of the statement uses an index of its own. */
async function matchesInSql(domain: Domain, text: string, parameter: (value: unknown) => string): Promise<string> {
  const { partner_keys } = await liveRules(domain)
  const client = parameter(domain.clientId)
  const typed = parameter(text)
  const containing = `like lower(${parameter(`%${text.replace(/[\\%_]/g, '\\$&')}%`)})`
  const withKey = (key: string) =>
    `(${partnerIdInSql(key, text, parameter)} and lower(data->>${parameter(key)}) = lower(${typed}))`
  return [
    `select coalesce(merged_into, person_id) from persons where client_id = ${client} and (lower(email) ${containing}
       or lower(partner_user_id) ${containing} or lower(coalesce(first_name, '') || ' ' || coalesce(last_name, '')) ${containing})`,
    `select coalesce(merged_into, person_id) from persons where client_id = ${client} and person_id = lower(${typed})`,
    ...partner_keys.map(key => `select person_id from events where ${withKey(key)}`),
  ].join(' union all ')
}
