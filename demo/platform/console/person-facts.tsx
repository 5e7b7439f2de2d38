/** @jsxImportSource hono/jsx */

import { PRODUCTION } from '../container.js'
import type { Domain } from '../domain.js'
import type { PartnerId } from '../events/partner-ids.js'
import { type BlockType, blockTypes, isBlocked } from '../identity/block.js'
import type { PastIdentity } from '../identity/identity-history.js'
import { type Level, levelOf } from '../identity/level.js'
import type { Person } from '../identity/person.js'
import { personPath, titleOfPerson } from './pages/people.js'
import { Time } from './time.js'

/** Who a person is. */
export interface PersonFacts {
  person: Person
  level: Level
  identities: PastIdentity[]
  /** The brand's own ids. */
  partnerIds: PartnerId[]
  advocates: RelatedPerson[]
  friends: RelatedPerson[]
}

interface RelatedPerson extends Pick<Person, 'person_id' | 'email' | 'partner_user_id'> {
  name: string
  /** The containers of the referral beside production. */
  containers: string[]
}

/** The highest level that a token of the person gives now. */
export async function levelOfPerson({ db, settings }: Domain, personId: string): Promise<Level> {
  const rows = await db.query<{ scopes: string[] }>(
    `select scopes from tokens where identity_id = $1 and type = 'CONSUMER' and invalidated_at is null
       and (expires_at is null or expires_at > $2)`,
    [personId, new Date(settings.now())],
  )
  return levelOf(rows.flatMap(({ scopes }) => scopes))
}

/** The people who referred this person (`friend`), or whom this person referred (`advocate`). */
export const relatedPeople = (
  { db }: Domain,
  personId: string,
  role: 'advocate' | 'friend',
): Promise<RelatedPerson[]> =>
  db.query<RelatedPerson>(
    `select p.person_id, email, partner_user_id, concat_ws(' ', first_name, last_name) as name,
       array_remove(array_agg(container order by r.position), '${PRODUCTION}') as containers
     from referrals r join persons p on p.person_id = r.${role === 'advocate' ? 'friend_id' : 'advocate_id'}
     where r.${role}_id = $1 group by p.person_id order by min(r.position) limit 100`,
    [personId],
  )

export const Facts = ({ person, level, identities, partnerIds, advocates, friends }: PersonFacts) => (
  <dl class="facts sheet">
    <dt>Id</dt>
    <dd>
      <code>{person.person_id}</code>
    </dd>
    {identities.map(({ identity_key, identity_key_value, ended_date }) => (
      <>
        <dt>{identity_key === 'email' ? 'Email' : 'Customer number'}</dt>
        <dd>
          {identity_key_value}
          {ended_date && (
            <span class="hint">
              {' '}
              until <Time date={ended_date} otherwise="" />
            </span>
          )}
        </dd>
      </>
    ))}
    {partnerIds.map(({ name, value }) => (
      <>
        <dt>
          <code>{name}</code>
        </dt>
        <dd>{value}</dd>
      </>
    ))}
    <dt>Level</dt>
    <dd>{levelTexts[level]}</dd>
    <dt>Cookie consent</dt>
    <dd>{consentText(person.cookie_consent)}</dd>
    <dt>Processing consent</dt>
    <dd>{consentText(person.processing_consent)}</dd>
    {blockTypes.some(type => isBlocked(person, type)) && <dt>Blocked</dt>}
    {blockTypes
      .filter(type => isBlocked(person, type))
      .map(type => (
        <dd>
          {blockTexts[type]}
          {person.blocks[type] && `: ${person.blocks[type]}`}
        </dd>
      ))}
    {person.locale && (
      <>
        <dt>Language</dt>
        <dd>{person.locale}</dd>
      </>
    )}
    <dt>Since</dt>
    <dd>
      <Time date={person.created_at} otherwise="" />
    </dd>
    <People label="Referred by" people={advocates} />
    <People label="Referred" people={friends} />
  </dl>
)

const levelTexts: Record<Level, string> = {
  anonymous: 'Not signed in on any device',
  identified: 'Identified, not verified',
  verified: 'Verified',
}

const blockTexts: Record<BlockType, string> = {
  EVENTS: 'Events (rewards that are already earned are still fulfilled)',
  REWARDS: 'Rewards (earned, but not fulfilled)',
}

const consentText = (consent: Person['cookie_consent']) =>
  consent === 'granted' ? 'Granted' : consent === 'denied' ? 'Denied' : 'Not asked'

const People = ({ label, people }: { label: string; people: RelatedPerson[] }) => (
  <>
    {people.length > 0 && <dt>{label}</dt>}
    {people.map(person => (
      <dd>
        <a href={personPath(person.person_id)}>{titleOfPerson(person)}</a>
        {person.containers.length > 0 && <span class="hint"> in the container {person.containers.join(', ')}</span>}
      </dd>
    ))}
  </>
)
