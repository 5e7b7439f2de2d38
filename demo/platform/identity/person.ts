import type { Domain } from '../domain.js'
import { RestError } from '../http/rest-error.js'
import { newId } from '../store/id.js'
import { prepared } from '../store/prepared.js'
import type { Blocks } from './block.js'
import { recordIdentity } from './identity-history.js'

/** A participant's profile. A person without email and partner_user_id is an anonymous consumer. */
export interface Person {
  person_id: string
  email: string | null
  partner_user_id: string | null
  first_name: string | null
  last_name: string | null
  profile_picture_url: string | null
  locale: string | null
  cookie_consent: 'granted' | 'denied' | null
  processing_consent: 'granted' | 'denied' | null
  blocks: Blocks
  /** The number of changes to the profile. */
  version: number
  created_at: Date
}

export interface Identity {
  email?: string | undefined
  partner_user_id?: string | undefined
  first_name?: string | undefined
  last_name?: string | undefined
}

/** The columns that can be set when a person is created. */
type InitialProfile = Identity & { profile_picture_url?: string | undefined; locale?: string | undefined }

/** The columns of a `Person`. */
const COLUMNS = `person_id, email, partner_user_id, first_name, last_name, profile_picture_url, locale, cookie_consent, processing_consent, blocks,
  version, created_at`

/** Creates a person. Without an identity the person is anonymous. */
export async function createPerson(domain: Domain, initial: InitialProfile = {}): Promise<Person> {
  const { db, settings, clientId } = domain
  const { email, partner_user_id, first_name, last_name, profile_picture_url, locale } = initial
  const given = [email, partner_user_id, first_name, last_name, profile_picture_url, locale]
  const [person] = await db.query<Person>(INSERT, [
    newId(),
    clientId,
    new Date(settings.now()),
    ...given.map(value => value ?? null),
  ])
  if (!isAnonymous(person!)) await recordIdentity(domain, person!.person_id)
  return person!
}

const INSERT = prepared(`insert into persons
  (person_id, client_id, created_at, email, partner_user_id, first_name, last_name, profile_picture_url, locale)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning ${COLUMNS}`)

/** Returns the person with this id, or the person they were merged into. The merge may have happened during the call. */
export async function personById(domain: Domain, personId: string): Promise<Person> {
  return (await findPerson(domain, personId))!
}

/** Like `personById`, for an id from a request. Throws `person_not_found`. */
export async function requirePerson(domain: Domain, personId: string): Promise<Person> {
  const person = await findPerson(domain, personId)
  if (person) return person
  throw new RestError('person_not_found', 'There is no person with this id', { parameters: { person_id: personId } })
}

/** Selects the person with an id, or the person they were merged into. */
export const SELECT_PERSON = `select ${COLUMNS} from persons where person_id =
  (select coalesce(merged_into, person_id) from persons where person_id = $1 and client_id = $2)`

const FIND = prepared(SELECT_PERSON)

const LOCKS = {
  'no key update': prepared(`${SELECT_PERSON} and merged_into is null for no key update`),
  'key share': prepared(`${SELECT_PERSON} and merged_into is null for key share`),
}

export async function findPerson({ db, clientId }: Domain, personId: string): Promise<Person | undefined> {
  const [person] = await db.query<Person>(FIND, [personId, clientId])
  return person
}

/**
 * Like `personById`, and locks the person until the transaction ends. Two requests for the same person run one after the
 * other, and never during a merge. A `key share` lock only prevents a merge: it is for writing about a person who is not
 * the caller.
 */
export async function lockPerson(
  domain: Domain,
  personId: string,
  strength: 'no key update' | 'key share' = 'no key update',
): Promise<Person> {
  for (;;) {
    const [person] = await domain.db.query<Person>(LOCKS[strength], [personId, domain.clientId])
    if (person) return person
    // The person was merged while this statement waited for the lock. Try again with the new id.
    await requirePerson(domain, personId)
  }
}

/** Locks two persons for a merge. The order is always the same, so that two merges cannot deadlock. */
export async function lockPair(domain: Domain, one: string, other: string): Promise<[Person, Person]> {
  for (;;) {
    const ids = [(await personById(domain, one)).person_id, (await personById(domain, other)).person_id] as const
    const locked = await domain.db.query<Person>(
      prepared(
        `select ${COLUMNS} from persons where person_id = any($1) and merged_into is null order by person_id for update`,
      ),
      [ids],
    )
    const [first, second] = ids.map(id => locked.find(({ person_id }) => person_id === id))
    // If a row is missing, the person was merged in the meantime. Try again with the new id.
    if (first && second) return [first, second]
  }
}

/** Finds the person of an identity: by email if it has one, else by partner_user_id. */
export async function findPersonByIdentity(
  { db, clientId }: Domain,
  { email, partner_user_id }: Identity,
): Promise<Person | undefined> {
  const [person] = await db.query<Person>(
    prepared(`select ${COLUMNS} from persons where person_id = (
       select coalesce(merged_into, person_id) from persons
       where client_id = $3 and (email = $1 or partner_user_id = $2) order by (email = $1) desc nulls last limit 1)`),
    [email ?? null, partner_user_id ?? null, clientId],
  )
  return person
}

/** Whether the person in a table has an identity, for SQL. */
export const isKnownInSql = (persons: string): string =>
  `(${persons}.email is not null or ${persons}.partner_user_id is not null)`

export const isAnonymous = ({ email, partner_user_id }: Person) => email === null && partner_user_id === null

/** Sets the identity of an anonymous person. Names that the brand has stored stay. */
export async function setIdentity(domain: Domain, personId: string, identity: Identity): Promise<void> {
  const { email = null, partner_user_id = null, first_name = null, last_name = null } = identity
  await domain.db.query(
    prepared(`update persons set email = $2, partner_user_id = $3, first_name = coalesce(first_name, $4),
       last_name = coalesce(last_name, $5) where person_id = $1`),
    [personId, email, partner_user_id, first_name, last_name],
  )
  await recordIdentity(domain, personId)
}

/** Fills the empty columns of a profile with verified values. Skips a key that another person has. */
export async function completeProfile(domain: Domain, personId: string, identity: Identity): Promise<void> {
  const { db, clientId } = domain
  const { email = null, partner_user_id = null, first_name = null, last_name = null } = identity
  const [completed] = await db.query(
    `update persons set
       email = coalesce(email,
         (select $2::text where not exists (select 1 from persons where client_id = $6 and email = $2))),
       partner_user_id = coalesce(partner_user_id,
         (select $3::text where not exists (select 1 from persons where client_id = $6 and partner_user_id = $3))),
       first_name = coalesce(first_name, $4), last_name = coalesce(last_name, $5)
     where person_id = $1 and ((email is null and $2::text is not null) or (partner_user_id is null and $3::text is not null)
       or (first_name is null and $4::text is not null) or (last_name is null and $5::text is not null))
     returning 1`,
    [personId, email, partner_user_id, first_name, last_name, clientId],
  )
  if (completed) await recordIdentity(domain, personId)
}
