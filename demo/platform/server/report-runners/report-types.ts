import type { Domain } from '../../domain.js'
import { isKnownInSql } from '../../identity/person.js'
import { timeText } from '../../webhooks/queue-messages.js'
import type { TimeInterval } from '../time-interval.js'

export const reportTypes = ['EVENTS', 'PERSONS', 'REFERRALS', 'REWARDS', 'SHARES'] as const

export type ReportType = (typeof reportTypes)[number]

interface Report {
  /** The columns of the report, with their expressions. Times are texts: in UTC, to a millisecond. */
  columns: Record<string, string>
  /** The rows of the client $1. */
  from: string
  where: string
  /** When the row was stored: by that time, a report of new rows leaves out none that comes late. */
  at: string
  /** What tells rows of the same time apart. An index has `at` and these columns, so that a page is found without reading the rows before it. */
  ids: string[]
}

const reports: Record<ReportType, Report> = {
  EVENTS: {
    columns: {
      ...{ event_id: 'e.event_id', event_name: 'e.event_name', person_id: 'e.person_id', email: 'p.email' },
      ...{ partner_user_id: 'p.partner_user_id', event_date: timeText('e.event_time') },
      ...{ created_date: timeText('e.created_at'), data: 'e.data' },
    },
    from: 'events e join persons p using (person_id)',
    where: 'p.client_id = $1',
    at: 'e.created_at',
    ids: ['e.event_id'],
  },
  PERSONS: {
    columns: {
      ...{ person_id: 'person_id', email: 'email', partner_user_id: 'partner_user_id', first_name: 'first_name' },
      ...{ last_name: 'last_name', locale: 'locale' },
      blocked: `(select coalesce(string_agg(type, ',' order by type), 'NONE') from jsonb_object_keys(blocks) type where type <> 'NONE')`,
      created_date: timeText('created_at'),
    },
    from: 'persons',
    where: `client_id = $1 and merged_into is null and ${isKnownInSql('persons')}`,
    at: 'created_at',
    ids: ['person_id'],
  },
  REFERRALS: {
    columns: {
      ...{ advocate_id: 'r.advocate_id', advocate_email: 'a.email', friend_id: 'r.friend_id', friend_email: 'f.email' },
      ...{ code: 'r.code', container: 'r.container', reason: 'r.reason', updated_date: timeText('r.updated_at') },
      campaign_id: 'r.campaign_id',
    },
    from: `referrals r join persons a on a.person_id = r.advocate_id join persons f on f.person_id = r.friend_id`,
    where: 'a.client_id = $1',
    at: 'r.updated_at',
    ids: ['r.advocate_id', 'r.friend_id', 'r.container', 'r.campaign_id'],
  },
  REWARDS: {
    columns: {
      ...{ reward_id: 'r.reward_id', reward_name: 'r.reward_name', state: 'r.state' },
      ...{ face_value: 'r.face_value::float8', face_value_type: 'r.face_value_type', person_id: 'r.person_id' },
      ...{ email: 'p.email', friend_id: 'r.friend_id', campaign_id: 'r.campaign_id', journey_name: 'r.journey_name' },
      ...{ partner_reward_id: 'r.partner_reward_id', container: 'r.container', created_date: timeText('r.created_at') },
    },
    from: 'rewards r join persons p using (person_id)',
    where: 'p.client_id = $1',
    at: 'r.created_at',
    ids: ['r.reward_id'],
  },
  SHARES: {
    columns: {
      ...{ share_id: 's.share_id', person_id: 's.person_id', email: 'p.email', campaign_id: 's.campaign_id' },
      ...{ code: 's.code', channel: 's.channel', recipients: 'cardinality(s.recipients)' },
      shared_date: timeText('s.shared_at'),
    },
    from: 'shares s join events e using (event_id) join persons p on p.person_id = s.person_id',
    where: 'p.client_id = $1',
    at: 'e.created_at',
    ids: ['e.event_id'],
  },
}

export const columnsOf = (type: ReportType): string[] => Object.keys(reports[type].columns)

/** How many rows are read at a time: a report is never in memory as a whole. */
const PAGE = 1_000

type ReportRow = Record<string, unknown> & { place: string[] }

/** Reads the rows of a report page by page, oldest first. With an interval: only those of that time. The next page is read while this one is used. */
export async function* pagesOf(
  domain: Domain,
  type: ReportType,
  interval: TimeInterval | undefined,
): AsyncGenerator<unknown[][]> {
  const columns = columnsOf(type)
  let next: Promise<ReportRow[]> | undefined = readPage(domain, reports[type], interval)
  while (next) {
    const page: ReportRow[] = await next
    const last = page.at(-1)
    next = last && page.length === PAGE ? readPage(domain, reports[type], interval, last.place) : undefined
    // If nobody wants the next page, nobody wants to know that it cannot be read.
    next?.catch(() => {})
    yield page.map(row => columns.map(column => row[column]))
  }
}

/** `after`: the place of the last row before the page. Only the conditions that are given are part of the statement, so that the index is used. */
function readPage(
  { db, clientId }: Domain,
  { columns, from, where, at, ids }: Report,
  interval?: TimeInterval,
  after?: string[],
): Promise<ReportRow[]> {
  const params: unknown[] = [clientId]
  const parameter = (value: unknown, type: string) => `$${params.push(value)}::${type}`
  const conditions = [where]
  if (interval)
    conditions.push(
      `${at} >= ${parameter(interval.from, 'timestamptz')} and ${at} < ${parameter(interval.to, 'timestamptz')}`,
    )
  if (after) {
    const [time, ...rest] = after
    conditions.push(
      `(${[at, ...ids]}) > (${[parameter(time, 'timestamptz'), ...rest.map(id => parameter(id, 'text'))]})`,
    )
  }
  const selected = Object.entries(columns).map(([column, expression]) => `${expression} as ${column}`)
  return db.query<ReportRow>(
    `select ${selected}, array[${at}::text, ${ids}] as place from ${from}
     where ${conditions.join(' and ')} order by ${[at, ...ids]} limit ${PAGE}`,
    params,
  )
}
