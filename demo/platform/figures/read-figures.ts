import type { Domain } from '../domain.js'
import type { Attention } from './find-attention.js'
import type { Period } from './periods.js'

/** The steps of the funnel, in its order. */
export const steps = ['shares', 'clicks', 'friends', 'purchases', 'rewards'] as const

export type Step = (typeof steps)[number]

/** A number in a period, and in the period before it. */
export interface Compared {
  value: number
  before: number
}

export type Counts = Record<Step, Compared>

/** Days of a client, both included: `2026-05-01`. */
export interface Span {
  from: string
  to: string
}

/** What the program costs in a currency. */
export interface Cost {
  currency: string
  /** The rewards that their recipients have received. */
  paid: Compared
  /** The rewards that are earned and not fulfilled. */
  open: Compared
}

export interface TopAdvocate {
  person_id: string
  name: string
  email: string | null
  partner_user_id: string | null
  shares: number
  clicks: number
  friends: number
  /** By currency. */
  earned: Record<string, number>
}

/** The figures of a client for the days of a period, which ends today. */
export interface Overview {
  /** When they were computed. Null: not yet. */
  asOf: Date | null
  timeZone: string
  days: Period
  span: Span
  before: Span
  totals: Counts
  /** Each day of a week, or each seven days of a longer period. Oldest first; the first can be shorter. */
  parts: (Span & { counts: Counts })[]
  /** The channel that brought the most friends first. */
  channels: { channel: string; counts: Counts }[]
  costs: Cost[]
  advocates: TopAdvocate[]
  attention: Attention[]
}

interface Run {
  as_of: Date | null
  time_zone: string
  today: string
  advocates: Partial<Record<Period, Omit<TopAdvocate, 'name' | 'email' | 'partner_user_id'>[]>> | null
  attention: Attention[] | null
}

interface Row {
  figure: string
  channel: string
  currency: string
  /** The number of the part: 0 is the newest. */
  part: number
  is_before: boolean
  value: number
}

/** Reads the figures of the client for a period. It reads no table that grows with people. */
export async function readFigures(domain: Domain, days: Period): Promise<Overview> {
  const { db, settings, clientId } = domain
  const [run] = await db.query<Run>(
    `select as_of, time_zone, ($2::timestamptz at time zone time_zone)::date::text as today, advocates, attention
     from clients left join figure_runs using (client_id) where client_id = $1`,
    [clientId, new Date(settings.now())],
  )
  const { as_of, time_zone, today, advocates, attention } = run!
  const partDays = days === 7 ? 1 : 7
  const rows = await db.query<Row>(
    `select figure, channel, currency, age >= $3 as is_before, (age % $3) / $4 as part, sum(value)::float8 as value
     from (select *, $2::date - day as age from figures where client_id = $1 and day > $2::date - 2 * $3::int and day <= $2::date) recent
     group by 1, 2, 3, 4, 5`,
    [clientId, today, days, partDays],
  )
  return {
    ...{ asOf: as_of, timeZone: time_zone, days, span: spanOf(today, 0, days), before: spanOf(today, days, days) },
    totals: countsIn(rows),
    parts: partsOf(rows, today, days, partDays),
    channels: channelsIn(rows),
    costs: costsIn(rows),
    advocates: await withNames(domain, advocates?.[days] ?? []),
    attention: attention ?? [],
  }
}

const DAY_MS = 86_400_000

/** The days that end `age` days before a day. */
function spanOf(today: string, age: number, days: number): Span {
  const day = (before: number) => new Date(Date.parse(today) - before * DAY_MS).toISOString().slice(0, 10)
  return { from: day(age + days - 1), to: day(age) }
}

function countsIn(rows: Row[]): Counts {
  const of = (step: Step) => compare(rows.filter(({ figure }) => figure === step))
  return {
    ...{ shares: of('shares'), clicks: of('clicks'), friends: of('friends') },
    ...{ purchases: of('purchases'), rewards: of('rewards') },
  }
}

function compare(rows: Row[]): Compared {
  const sum = (isBefore: boolean) =>
    rows.filter(({ is_before }) => is_before === isBefore).reduce((total, { value }) => total + value, 0)
  return { value: sum(false), before: sum(true) }
}

function partsOf(rows: Row[], today: string, days: number, partDays: number): Overview['parts'] {
  return Array.from({ length: Math.ceil(days / partDays) }, (_, part) => ({
    ...spanOf(today, part * partDays, Math.min(partDays, days - part * partDays)),
    counts: countsIn(rows.filter(each => each.part === part)),
  })).reverse()
}

function channelsIn(rows: Row[]): Overview['channels'] {
  const names = [...new Set(rows.filter(({ currency }) => currency === '').map(({ channel }) => channel))]
  const channels = names.map(channel => ({ channel, counts: countsIn(rows.filter(each => each.channel === channel)) }))
  const order: Step[] = ['friends', 'clicks', 'shares', 'rewards']
  return channels.sort((one, other) => {
    const step = order.find(name => one.counts[name].value !== other.counts[name].value)
    return step ? other.counts[step].value - one.counts[step].value : one.channel.localeCompare(other.channel)
  })
}

function costsIn(rows: Row[]): Cost[] {
  const currencies = [...new Set(rows.map(({ currency }) => currency))].filter(currency => currency !== '').sort()
  return currencies.map(currency => {
    const of = (figure: string) => compare(rows.filter(each => each.currency === currency && each.figure === figure))
    return { currency, paid: of('paid'), open: of('open') }
  })
}

type Profile = Pick<TopAdvocate, 'person_id' | 'name' | 'email' | 'partner_user_id'> & { ranked_id: string }

/** A person who has been merged since is the one they were merged into. */
async function withNames(
  { db, clientId }: Domain,
  ranked: Omit<TopAdvocate, 'name' | 'email' | 'partner_user_id'>[],
): Promise<TopAdvocate[]> {
  if (!ranked.length) return []
  const profiles = await db.query<Profile>(
    `select r.person_id as ranked_id, p.person_id, concat_ws(' ', p.first_name, p.last_name) as name, p.email, p.partner_user_id
     from persons r join persons p on p.person_id = coalesce(r.merged_into, r.person_id)
     where r.person_id = any($1) and r.client_id = $2`,
    [ranked.map(({ person_id }) => person_id), clientId],
  )
  return ranked.flatMap(advocate => {
    const found = profiles.find(({ ranked_id }) => ranked_id === advocate.person_id)
    if (!found) return []
    const { ranked_id: _, ...profile } = found
    return [{ ...advocate, ...profile }]
  })
}
