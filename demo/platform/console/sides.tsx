/** @jsxImportSource hono/jsx */
import type { Domain } from '../domain.js'
import { type BlockType, blockTypes, isBlocked } from '../identity/block.js'
import type { Person } from '../identity/person.js'
import { personPath, titleOfPerson } from './pages/people.js'

/** Somebody who takes part in a referral. */
export interface Side {
  role: 'Advocate' | 'Friend' | 'Person'
  person: SidePerson
  /** What was known about them then. */
  facts: [name: string, value: string][]
}

type SidePerson = Pick<Person, 'person_id' | 'email' | 'partner_user_id' | 'blocks'> & { name: string }

/** The persons with these ids, by the id that was asked for: a merged person has become another one. */
export async function peopleById({ db, clientId }: Domain, ids: string[]): Promise<Map<string, SidePerson>> {
  const rows = await db.query<SidePerson & { asked: string }>(
    `select asked.person_id as asked, p.person_id, p.email, p.partner_user_id, p.blocks, concat_ws(' ', p.first_name, p.last_name) as name
     from persons asked join persons p on p.person_id = coalesce(asked.merged_into, asked.person_id)
     where asked.person_id = any($1) and asked.client_id = $2`,
    [ids, clientId],
  )
  return new Map(rows.map(({ asked, ...person }) => [asked, person]))
}

/** Advocate and friend side by side. */
export const Sides = ({ sides }: { sides: Side[] }) => (
  <div class="sides">
    {sides.map(({ role, person, facts }) => (
      <section class="sheet side">
        <p class="role">{role}</p>
        <h3>
          <a href={personPath(person.person_id)}>{titleOfPerson(person)}</a>
        </h3>
        <dl>
          {[...facts, ...blocksOf(person)].map(([name, value]) => (
            <div>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </section>
    ))}
  </div>
)

const blocksOf = (person: SidePerson): [string, string][] =>
  blockTypes.filter(type => isBlocked(person, type)).map(type => ['Blocked now', blockTexts[type]])

const blockTexts: Record<BlockType, string> = { EVENTS: 'Events', REWARDS: 'Rewards' }
