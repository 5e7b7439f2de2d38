/** @jsxImportSource hono/jsx */
import { PRODUCTION } from '../../container.js'
import { isKnownInSql } from '../../identity/person.js'
import type { ConsoleContext } from '../console-context.js'
import { showPage } from '../layout.js'

interface Counts {
  persons: number
  rewards: number
  tokens: number
  keys: number
}

/** `GET /console`: what the program has, and where to go. */
export async function showHome(c: ConsoleContext): Promise<Response> {
  const { clientId, db, settings } = c.env
  const [counts] = await db.query<Counts>(
    `select
       (select count(*)::int from persons where client_id = $1 and merged_into is null
          and ${isKnownInSql('persons')}) as persons,
       (select count(*)::int from rewards join persons using (person_id) where client_id = $1 and state = 'EARNED'
          and container = '${PRODUCTION}') as rewards,
       (select count(*)::int from tokens where client_id = $1 and type = 'MANAGED' and name is not null
          and invalidated_at is null) as tokens,
       (select count(*)::int from signing_keys where client_id = $1 and revoked_at is null) as keys`,
    [clientId],
  )
  const { persons, rewards, tokens, keys } = counts!
  return showPage(c, {
    title: 'Home',
    lead: (
      <>
        Program domain: <code>{settings.programOrigin}</code>
      </>
    ),
    children: (
      <ul class="cards">
        <Figure label="People with an account" value={persons} href="/console/people" />
        <Figure label="Earned rewards that are not fulfilled" value={rewards} href="/console/rewards" />
        <Figure label="Managed tokens" value={tokens} href="/console/tokens" />
        <Figure label="Active verification keys" value={keys} href="/console/keys" />
      </ul>
    ),
  })
}

const Figure = ({ label, value, href }: { label: string; value: number; href?: string }) => (
  <li>
    <strong>{value}</strong>
    {href ? <a href={href}>{label}</a> : <span>{label}</span>}
  </li>
)
