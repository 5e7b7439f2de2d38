import type { Domain } from '../../domain.js'
import type { TimeInterval } from '../time-interval.js'

export const reportTypes = ['EVENTS', 'PERSONS', 'REFERRALS', 'REWARDS', 'SHARES'] as const

export type ReportType = (typeof reportTypes)[number]

interface Report {
  /** The columns of the report. The statement returns each. */
  columns: string[]
  /** Selects the rows of the client $1, each with its time `at`, and with an `id` that no other row has. */
  source: string
}

const reports: Record<ReportType, Report> = {
  EVENTS: {
    columns: ['event_id', 'event_name', 'person_id', 'email', 'partner_user_id', 'event_date', 'created_date', 'data'],
    source: `select e.created_at as at, event_id as id, event_id, event_name, person_id, email, partner_user_id,
        event_time as event_date, e.created_at as created_date, e.data
      from events e join persons p using (person_id) where client_id = $1`,
  },
  PERSONS: {
    columns: [
      ...['person_id', 'email', 'partner_user_id', 'first_name', 'last_name', 'locale', 'blocked', 'created_date'],
    ],
    source: `select created_at as at, person_id as id, person_id, email, partner_user_id, first_name, last_name, locale,
        (select coalesce(string_agg(type, ',' order by type), 'NONE') from jsonb_object_keys(blocks) type where type <> 'NONE')
          as blocked, created_at as created_date
      from persons where client_id = $1 and merged_into is null and (email is not null or partner_user_id is not null)`,
  },
  REFERRALS: {
    columns: [
      ...['advocate_id', 'advocate_email', 'friend_id', 'friend_email', 'code', 'container', 'reason', 'updated_date'],
    ],
    source: `select updated_at as at, advocate_id || ' ' || friend_id as id, advocate_id, a.email as advocate_email,
        friend_id, f.email as friend_email, code, container, reason, updated_at as updated_date
      from referrals join persons a on a.person_id = advocate_id join persons f on f.person_id = friend_id
      where a.client_id = $1`,
  },
  REWARDS: {
    columns: [
      ...['reward_id', 'reward_name', 'state', 'face_value', 'face_value_type', 'person_id', 'email', 'friend_id'],
      ...['campaign_id', 'journey_name', 'partner_reward_id', 'container', 'created_date'],
    ],
    source: `select r.created_at as at, reward_id as id, reward_id, reward_name, state, face_value::float8 as face_value,
        face_value_type, person_id, email, friend_id, campaign_id, journey_name, partner_reward_id, container,
        r.created_at as created_date
      from rewards r join persons p using (person_id) where client_id = $1`,
  },
  SHARES: {
    columns: ['share_id', 'person_id', 'email', 'campaign_id', 'code', 'channel', 'recipients', 'shared_date'],
    source: `select shared_at as at, share_id as id, share_id, person_id, email, campaign_id, code, channel,
        cardinality(recipients) as recipients, shared_at as shared_date
      from shares s join persons p using (person_id) where client_id = $1`,
  },
}

export const columnsOf = (type: ReportType): string[] => reports[type].columns

/** How many rows are read at a time: a report is never in memory as a whole. */
const PAGE = 1_000

type ReportRow = Record<string, unknown> & { id: string; cursor: string }

/** Reads the rows of a report, oldest first. With an interval: only those of that time. */
export async function* rowsOf(
  { db, clientId }: Domain,
  type: ReportType,
  interval: TimeInterval | undefined,
): AsyncGenerator<ReportRow> {
  let last: ReportRow | undefined
  for (;;) {
    const page = await db.query<ReportRow>(
      `select *, at::text as cursor from (${reports[type].source}) report
       where ($2::timestamptz is null or at >= $2) and ($3::timestamptz is null or at < $3)
         and ($4::timestamptz is null or (at, id) > ($4, $5))
       order by at, id limit ${PAGE}`,
      [clientId, interval?.from ?? null, interval?.to ?? null, last?.cursor ?? null, last?.id ?? null],
    )
    yield* page
    last = page.at(-1)
    if (page.length < PAGE) return
  }
}
