import type { Domain } from '../domain.js'
import { RestError } from '../http/rest-error.js'
import { newId } from '../store/id.js'

/** A participant's profile. Without email and partner_user_id it is an anonymous consumer's. */
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
  blocked: 'NONE' | 'EVENTS' | 'REWARDS'
  /** Why, as whoever blocked or unblocked the person last has said. */
  block_reason: string | null
  /** Counts the profile's changes. */
  version: number
  created_at: Date
}

export interface Identity {
  email?: string | undefined
  partner_user_id?: string | undefined
  first_name?: string | undefined
  last_name?: string | undefined
}

/** What a profile may hold from its beginning. */
type InitialProfile = Identity & { profile_picture_url?: string | undefined; locale?: string | undefined }

/** Makes a person, anonymous unless an identity is given. */
export async function createPerson({ db, settings }: Domain, initial: InitialProfile = {}): Promise<Person> {
  const { email, partner_user_id, first_name, last_name, profile_picture_url, locale } = initial
  const given = [email, partner_user_id, first_name, last_name, profile_picture_url, locale]
  const [person] = await db.query<Person>(
    `insert into persons
       (person_id, created_at, email, partner_user_id, first_name, last_name, profile_picture_url, locale)
     values ($1, $2, $3, $4, $5, $6, $7, $8) returning *`,
    [newId(), new Date(settings.now()), ...given.map(value => value ?? null)],
  )
  return person!
}

/** The person with this id, or the one they turned out to be: a call may have set out before the two were merged. */
export async function personById(domain: Domain, personId: string): Promise<Person> {
  return (await findPerson(domain, personId))!
}

/** The same, of an id that somebody else has said. Throws `person_not_found`. */
export async function requirePerson(domain: Domain, personId: string): Promise<Person> {
  const person = await findPerson(domain, personId)
  if (person) return person
  throw new RestError('person_not_found', 'There is no such person', { parameters: { person_id: personId } })
}

async function findPerson({ db }: Domain, personId: string): Promise<Person | undefined> {
  const [person] = await db.query<Person>(
    `select * from persons where person_id = (select coalesce(merged_into, person_id) from persons where person_id = $1)`,
    [personId],
  )
  return person
}

/**
 * The same as `personById`, and locks the person until the transaction ends. What two requests do for one person at the
 * same time happens one after the other, and before or after the person is merged into another. A `key share` lock only
 * keeps the person from being merged: for what is written about somebody else than the one who acts.
 */
export async function lockPerson(
  domain: Domain,
  personId: string,
  strength: 'no key update' | 'key share' = 'no key update',
): Promise<Person> {
  for (;;) {
    const { person_id } = await personById(domain, personId)
    const [person] = await domain.db.query<Person>(
      `select * from persons where person_id = $1 and merged_into is null for ${strength}`,
      [person_id],
    )
    // Nobody: the person was merged meanwhile.
    if (person) return person
  }
}

/** Locks two persons, to merge the one into the other. Always in the same order, so that no two merges wait for each other. */
export async function lockPair(domain: Domain, one: string, other: string): Promise<[Person, Person]> {
  for (;;) {
    const ids = [(await personById(domain, one)).person_id, (await personById(domain, other)).person_id] as const
    const locked = await domain.db.query<Person>(
      'select * from persons where person_id = any($1) and merged_into is null order by person_id for update',
      [ids],
    )
    const [first, second] = ids.map(id => locked.find(({ person_id }) => person_id === id))
    // One of them is missing: it was merged meanwhile.
    if (first && second) return [first, second]
  }
}

/** The person an identity names: by email where it has one, else by partner_user_id. */
export async function findPersonByIdentity(
  { db }: Domain,
  { email, partner_user_id }: Identity,
): Promise<Person | undefined> {
  const [person] = await db.query<Person>(
    `select * from persons where person_id = (
       select coalesce(merged_into, person_id) from persons where email = $1 or partner_user_id = $2
       order by (email = $1) desc nulls last limit 1)`,
    [email ?? null, partner_user_id ?? null],
  )
  return person
}

export const isAnonymous = ({ email, partner_user_id }: Person) => email === null && partner_user_id === null

/** Gives an anonymous person its identity. */
export async function setIdentity({ db }: Domain, personId: string, identity: Identity): Promise<void> {
  const { email = null, partner_user_id = null, first_name = null, last_name = null } = identity
  await db.query(
    'update persons set email = $2, partner_user_id = $3, first_name = $4, last_name = $5 where person_id = $1',
    [personId, email, partner_user_id, first_name, last_name],
  )
}

/** Adds to a profile what it lacks and the brand vouches for; a key that somebody else has stays theirs. */
export async function completeProfile({ db }: Domain, personId: string, identity: Identity): Promise<void> {
  const { email = null, partner_user_id = null, first_name = null, last_name = null } = identity
  await db.query(
    `update persons set
       email = coalesce(email, (select $2::text where not exists (select 1 from persons where email = $2))),
       partner_user_id = coalesce(partner_user_id,
         (select $3::text where not exists (select 1 from persons where partner_user_id = $3))),
       first_name = coalesce(first_name, $4), last_name = coalesce(last_name, $5)
     where person_id = $1`,
    [personId, email, partner_user_id, first_name, last_name],
  )
}

/**
 * Moves what a person did into the profile of the one they turned out to be, to whom their id leads from now on. Both are
 * locked (`lockPair`).
 */
export async function mergePerson({ db }: Domain, from: string, into: string): Promise<void> {
  const pair = [from, into]
  // A link that was handed out keeps working; where both have one of the same key, the profile's own keeps the key.
  await db.query(
    `update shareables set person_id = $2, key = case
       when exists (select 1 from shareables own where own.person_id = $2 and own.key = shareables.key) then code
       else key end
     where person_id = $1`,
    pair,
  )
  for (const table of ['events', 'shares', 'clicks', 'steps', 'assets', 'mails'])
    await db.query(`update ${table} set person_id = $2 where person_id = $1`, pair)
  await moveRelationships({ db }, 'referrals', 'advocate_id', pair)
  await moveRelationships({ db }, 'rewards', 'person_id', pair)
  await moveJourneys({ db }, pair)
  await db.query('update tokens set identity_id = $2 where identity_id = $1', pair)
  await db.query('update persons set merged_into = $2 where person_id = $1 or merged_into = $1', pair)
}

/** Moves what ties an advocate to a friend, on both sides, save where the profile has that tie already or it would lead to itself. */
async function moveRelationships(
  { db }: Pick<Domain, 'db'>,
  table: string,
  advocate: string,
  pair: string[],
): Promise<void> {
  for (const [mine, theirs] of [
    [advocate, 'friend_id'],
    ['friend_id', advocate],
  ])
    await db.query(
      `update ${table} moved set ${mine} = $2 where ${mine} = $1 and ${theirs} is distinct from $2
       and not exists (select 1 from ${table} own where own.${mine} = $2 and own.${theirs} = moved.${theirs})`,
      pair,
    )
}

/** A profile has one journey of a kind: where both have begun one, the profile's own goes on. */
async function moveJourneys({ db }: Pick<Domain, 'db'>, pair: string[]): Promise<void> {
  await db.query(
    `update journeys moved set person_id = $2 where person_id = $1 and not exists (select 1 from journeys own
       where own.person_id = $2 and own.journey_type = moved.journey_type and own.container = moved.container)`,
    pair,
  )
}
