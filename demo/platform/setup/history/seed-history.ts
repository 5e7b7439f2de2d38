import { type LiveProgram, livePrograms } from '../../campaign/live-program.js'
import { REWARD_EARNED } from '../../campaign/names.js'
import { journeyName, type Role } from '../../campaign/program.js'
import { PRODUCTION } from '../../container.js'
import type { Domain } from '../../domain.js'
import type { KeptFacts, KeptPerson } from '../../events/kept-facts.js'
import { OPT_IN } from '../../identity/parameter.js'
import { board } from '../seed-zones/account.js'
import { type History, type Purchase, readHistory, type Touch } from './read-history.js'

/** Fills the demo brand with 90 days of a program that runs, with one statement for each table. Runs in a transaction. */
export async function seedHistory(domain: Domain): Promise<void> {
  const now = domain.settings.now()
  const [live] = await livePrograms(domain)
  const history = readHistory(now)
  const rewards = rewardsOf(history, live)
  await insertPeople(domain, history)
  await insertLeaderboard(domain, history)
  await insertEvents(domain, live, history, rewards)
  await insertSharing(domain, live, history)
  await insertJourneys(domain, live, touchesOf(history))
  await insertRewards(domain, live, rewards, now)
}

type Row = Record<string, string | number | boolean | Date | null>

/** The types of the columns that are no text. */
const TYPES: Record<string, string> = {
  ...{ verified: 'boolean', face_value: 'numeric', recipients: 'text[]' },
  ...{ data: 'jsonb', entry: 'jsonb', last: 'jsonb', known: 'jsonb', facts: 'jsonb' },
  ...{ created_at: 'timestamptz', updated_at: 'timestamptz', event_time: 'timestamptz', event_date: 'timestamptz' },
  ...{ shared_at: 'timestamptz', clicked_at: 'timestamptz', referred_at: 'timestamptz', last_at: 'timestamptz' },
}

/** Inserts all rows of a table with one statement. They have the same columns. */
async function insertRows({ db }: Domain, table: string, rows: Row[]): Promise<void> {
  const columns = Object.keys(rows[0]!)
  const values = columns.map(column => `${column}::${TYPES[column] ?? 'text'}`)
  await db.query(
    `insert into ${table} (${columns}) select ${values} from unnest(${columns.map((_, index) => `$${index + 1}::text[]`)}) as given (${columns})`,
    columns.map(column => rows.map(row => textOf(row[column]!))),
  )
}

function textOf(value: Row[string]): string | null {
  if (value === null) return null
  return value instanceof Date ? value.toISOString() : String(value)
}

async function insertPeople(domain: Domain, { people }: History): Promise<void> {
  await insertRows(
    domain,
    'persons',
    people.map(({ id, profile, at }) => ({
      ...{ person_id: id, client_id: domain.clientId, email: profile?.email ?? null, created_at: at },
      ...{ partner_user_id: profile?.partner_user_id ?? null, first_name: profile?.first_name ?? null },
      last_name: profile?.last_name ?? null,
    })),
  )
  await insertRows(
    domain,
    'identity_history',
    people.flatMap(({ id, profile, at }) =>
      Object.entries(profile ?? {})
        .filter(([name]) => ['email', 'partner_user_id'].includes(name))
        .map(([identity_key, value]) => ({ person_id: id, identity_key, value, created_at: at })),
    ),
  )
  await insertRows(
    domain,
    'shareables',
    people.flatMap(({ id, code, at }) =>
      code === undefined ? [] : [{ code, person_id: id, key: 'default', data: '{}', created_at: at }],
    ),
  )
}

/** Two of three advocates agree that others see them. */
async function insertLeaderboard({ db, settings, clientId }: Domain, { people }: History): Promise<void> {
  const now = new Date(settings.now())
  const advocates = people.filter(({ code }) => code !== undefined).map(({ id }) => id)
  await db.query(
    `insert into parameters (person_id, name, value, updated_at) select person_id, '${OPT_IN}', 'true', $2 from unnest($1::text[]) given (person_id)`,
    [advocates.filter((_, index) => index % 3), now],
  )
  await db.query('insert into leaderboards (client_id, counts, period, wanted_at) values ($1, $2, $3, $4)', [
    ...[clientId, board.counts, board.period, now],
  ])
}

/** What a share or purchase is recorded as. */
interface Recorded {
  event: string
  name: string
  step: string
  person: string
  role: Role
  /** The brand's id of the order. */
  order: string | null
  value: number | null
  data: object
  at: Date
  /** What decided then, as the platform keeps it for "why". */
  known: KeptPerson
  facts: KeptFacts
}

const recordedOf = ({ shares, purchases }: History, live: LiveProgram, earned: Earned[]): Recorded[] => [
  ...shares.map(({ id, advocate, code, channel, at }) => ({
    ...{
      event: id,
      name: 'share',
      step: 'share',
      person: advocate,
      role: 'advocate' as const,
      order: null,
      value: null,
    },
    ...{ data: { 'share.channel': channel, partner_share_id: id, advocate_code: code }, at },
    ...{ known: { level: 'identified' as const }, facts: { version: live.version } },
  })),
  ...purchases.map(purchase => ({
    ...{ event: purchase.id, name: 'purchase', step: 'conversion', person: purchase.person, role: 'friend' as const },
    ...{ order: purchase.order, value: purchase.cart, at: purchase.at },
    data: { cart_value: purchase.cart, partner_event_id: purchase.order },
    ...decidedAbout(purchase, purchases, live, earned),
  })),
]

/** What the platform knew at a purchase. A friend who buys again stays with the advocate, and their rewards are earned already. */
function decidedAbout(
  { person, click }: Purchase,
  purchases: Purchase[],
  { version, program }: LiveProgram,
  earned: Earned[],
): Pick<Recorded, 'known' | 'facts'> {
  const first = purchases.find(each => each.person === person && each.click)!
  const { share, at: clicked_at } = click ?? first.click!
  const { advocate: advocate_id, code } = share
  const audiences = click ? [] : ['customers']
  const earlier = program.rewards.map(({ name }) => [name, click ? null : `${first.id}-${name}`] as const)
  const friends = earned.filter(({ friend, person }) => friend !== null && person === advocate_id).length
  return {
    known: { level: 'verified', ...(!click && { audiences }) },
    facts: {
      ...{ version, friendId: person, links: [{ source: 'click', code, advocate_id, clicked_at }] },
      pair: {
        ...{ friendId: person, advocateId: advocate_id, friendAudiences: audiences, advocateAudiences: [] },
        ...{ isAdvocateBlocked: false, isReferred: !click, hasReferredAdvocate: false },
      },
      referral: { advocate_id, code, isNew: click !== undefined },
      ...(!click && {
        earnings: { earlier: Object.fromEntries(earlier), friends: { total: friends, byThen: friends } },
      }),
    },
  }
}

/** The steps of events, and those of the rewards that they earn. */
async function insertEvents(domain: Domain, live: LiveProgram, history: History, rewards: Earned[]): Promise<void> {
  const { campaign_id, program } = live
  const events = inOrder(recordedOf(history, live, rewards))
  await insertRows(
    domain,
    'events',
    events.map(({ event, name, person, order, data, at, known }) => ({
      ...{ event_id: event, person_id: person, verified: order !== null, event_name: name, partner_event_id: order },
      ...{ data: JSON.stringify(data), event_time: at, created_at: at, known: JSON.stringify(known) },
    })),
  )
  const ofRewards = rewards.map(reward => ({
    ...reward,
    step: REWARD_EARNED,
    data: { cart_value: reward.value },
    facts: null,
  }))
  await insertRows(
    domain,
    'steps',
    inOrder([...events, ...ofRewards]).map(({ event, person, step, role, value, data, at, facts }, index) => ({
      ...{ step_id: `history-step-${index + 1}`, person_id: person, event_id: event, step_name: step, campaign_id },
      ...{ program_name: program.name, program_label: program.label, journey_name: journeyName(program, role) ?? null },
      ...{ value, data: JSON.stringify(data), event_date: at, facts: facts && JSON.stringify(facts) },
    })),
  )
}

const inOrder = <T extends { at: Date }>(happened: T[]): T[] =>
  happened.toSorted((one, other) => one.at.getTime() - other.at.getTime())

/** Shares, the clicks that they led to, and the friends of whom these were. */
async function insertSharing(
  domain: Domain,
  { campaign_id, program }: LiveProgram,
  { shares, clicks, purchases }: History,
): Promise<void> {
  await insertRows(
    domain,
    'shares',
    shares.map(({ id, advocate, code, channel, at }) => ({
      ...{ share_id: id, person_id: advocate, campaign_id, journey_name: journeyName(program, 'advocate') ?? null },
      ...{ event_id: id, code, partner_share_id: id, channel, recipients: '{}', data: '{}', shared_at: at },
    })),
  )
  await insertRows(
    domain,
    'clicks',
    clicks.map(({ id, share, visitor, at }) => ({
      ...{ click_id: id, code: share.code, person_id: visitor, partner_share_id: share.id, clicked_at: at },
    })),
  )
  const referring = purchases.flatMap(({ click, ...purchase }) =>
    click ? [{ ...purchase, ...click.share, ...purchase }] : [],
  )
  await insertRows(
    domain,
    'referrals',
    referring.map(({ advocate, person, code, id, at }) => ({
      ...{ advocate_id: advocate, friend_id: person, code, container: PRODUCTION, campaign_id, reason: 'CONVERSION' },
      ...{ event_id: id, referred_at: at, last_at: at, updated_at: at },
    })),
  )
  await insertRows(
    domain,
    'audience_memberships',
    referring.map(({ person, at }) => ({
      ...{ person_id: person, audience_id: 'customers', container: PRODUCTION, created_at: at, updated_at: at },
    })),
  )
}

const touchesOf = ({ shares, clicks, purchases }: History): Touch[] => [
  ...shares.map(({ advocate, code, at }) => ({
    ...{ person: advocate, role: 'advocate' as const, reason: 'share', code, at },
  })),
  ...clicks.map(({ visitor, share, at }) => ({
    ...{ person: visitor, role: 'friend' as const, reason: 'share_link', code: share.code, at },
  })),
  ...purchases.flatMap(({ person, click, at }) =>
    click ? [{ person, role: 'friend' as const, reason: 'conversion', code: click.share.code, at }] : [],
  ),
]

/** A journey begins with its first touch, and has the latest one. */
async function insertJourneys(domain: Domain, { campaign_id, program }: LiveProgram, touches: Touch[]): Promise<void> {
  const journeys = new Map<string, { first: Touch; last: Touch }>()
  for (const touch of inOrder(touches)) {
    const key = `${touch.role} ${touch.person}`
    journeys.set(key, { first: journeys.get(key)?.first ?? touch, last: touch })
  }
  const text = ({ reason, code }: Touch) => JSON.stringify({ reason, advocate_code: code })
  await insertRows(
    domain,
    'journeys',
    [...journeys.values()].map(({ first, last }, index) => ({
      ...{ journey_id: `history-journey-${index + 1}`, person_id: first.person, campaign_id, container: PRODUCTION },
      ...{ program_label: program.label, journey_name: journeyName(program, first.role) ?? program.name },
      ...{ journey_type: first.role.toUpperCase(), entry: text(first), last: text(last) },
      ...{ created_at: first.at, updated_at: last.at },
    })),
  )
}

/** A reward that a friend or an advocate has earned. */
interface Earned {
  id: string
  name: string
  person: string
  friend: string | null
  advocate: string | null
  role: Role
  event: string
  value: number
  type: string
  once_per: string
  state: string
  at: Date
}

const rewardsOf = ({ purchases }: History, { program }: LiveProgram): Earned[] =>
  purchases.flatMap(({ id, person, click, fate, at }) =>
    program.rewards.flatMap(({ name, to, value, type, once_per }) => {
      if (!click) return []
      const { advocate } = click.share
      const recipient =
        to === 'advocate'
          ? { person: advocate, friend: person, advocate: null, role: 'advocate' as const }
          : { person, friend: null, advocate, role: 'friend' as const }
      return [{ id: `${id}-${name}`, name, ...recipient, event: id, value, type, once_per, state: fate, at }]
    }),
  )

/** How long the brand takes to decide about a reward. */
const DECIDED_AFTER_MS = 36 * 3_600_000

const REASONS: Record<string, string> = {
  CANCELED: 'The order was returned',
  FAILED: 'The store credit could not be added',
}

async function insertRewards(
  domain: Domain,
  { campaign_id, program }: LiveProgram,
  rewards: Earned[],
  now: number,
): Promise<void> {
  await insertRows(
    domain,
    'rewards',
    rewards.map(({ id, name, person, friend, advocate, role, event, value, type, once_per, state, at }) => ({
      ...{
        reward_id: id,
        reward_name: name,
        person_id: person,
        friend_id: friend,
        advocate_id: advocate,
        event_id: event,
      },
      ...{ campaign_id, journey_name: journeyName(program, role) ?? program.name, state, once_per, face_value: value },
      ...{ face_value_type: type, container: PRODUCTION, data: '{}', created_at: at, event_time: at },
    })),
  )
  // The trigger of the table has stored the state of the row as the first one.
  await domain.db.query(`update reward_states set state = 'EARNED' where reward_id like 'history-%'`)
  await insertRows(
    domain,
    'reward_states',
    rewards
      .filter(({ state }) => state !== 'EARNED')
      .map(({ id, state, at }) => ({
        ...{ reward_id: id, state, message: REASONS[state] ?? null },
        created_at: new Date(Math.min(now, at.getTime() + DECIDED_AFTER_MS)),
      })),
  )
}
