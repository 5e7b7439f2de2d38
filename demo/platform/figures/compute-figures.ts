import { isInProduction, PRODUCTION } from '../container.js'
import type { Domain } from '../domain.js'
import { earnedAtInSql, endedStates, successfulStates } from '../rewards/reward.js'
import { KEPT_DAYS, periods } from './periods.js'

/** Further channels are one: pages can invent any number of them. */
const MAX_CHANNELS = 12

/** How many advocates the console lists. */
const MAX_ADVOCATES = 10

/** An event can be of a device whose clock is behind, so the click that led to it can seem later. */
const CLOCK_TOLERANCE = `interval '15 minutes'`

const isSuccessful = `r.state in (${successfulStates.map(state => `'${state}'`)})`
const hasEnded = `r.state in (${endedStates.map(state => `'${state}'`)})`

const EARNED_AT = earnedAtInSql('r')

/** The channel of a share as the console names it. A share without one is that of a link. */
const channelOf = (share: string) => `coalesce(nullif(lower(trim(left(${share}.channel, 40))), ''), 'link')`

/** What happened, with its time and channel: $1 is now, and $2 the time before which nothing is shown. */
const WITH_FACTS = `
  spans as materialized (
    select client_id, time_zone, ($1::timestamptz at time zone time_zone)::date as today from clients),
  sent as materialized (
    select distinct on (code, partner_share_id) code, partner_share_id, ${channelOf('shares')} as channel from shares
    where code is not null and partner_share_id is not null order by code, partner_share_id, position),
  referred as materialized (
    select distinct on (r.friend_id) r.friend_id, r.advocate_id, p.client_id, coalesce(r.referred_at, r.updated_at) as at,
      case when c.click_id is null then 'code' else coalesce(sent.channel, 'link') end as channel
    from referrals r join persons p on p.person_id = r.advocate_id
      left join clicks c on c.person_id = r.friend_id and c.code = r.code
        and c.clicked_at <= coalesce(r.referred_at, r.updated_at) + ${CLOCK_TOLERANCE}
      left join sent on sent.code = c.code and sent.partner_share_id = c.partner_share_id
    where r.container = '${PRODUCTION}' order by r.friend_id, at, r.position, c.clicked_at desc),
  earned as materialized (
    select p.client_id, ${EARNED_AT} as at, r.state, r.face_value, r.face_value_type, ${isSuccessful} as is_paid,
      coalesce(f.channel, 'none') as channel
    from rewards r join persons p using (person_id)
      left join referred f on f.friend_id = case when r.advocate_id is null then r.friend_id else r.person_id end
    where ${EARNED_AT} >= $2 and r.container = '${PRODUCTION}' and not ${hasEnded}),
  facts (client_id, at, figure, channel, currency, value) as (
    select p.client_id, s.shared_at, 'shares', ${channelOf('s')}, '', 1 from shares s join persons p using (person_id)
      where s.shared_at >= $2 and ${isInProduction('s.data')}
    union all
    select p.client_id, c.clicked_at, 'clicks', coalesce(sent.channel, 'link'), '', 1
      from clicks c join shareables l using (code) join persons p on p.person_id = l.person_id
        left join sent on sent.code = c.code and sent.partner_share_id = c.partner_share_id
      where c.clicked_at >= $2 and c.person_id <> l.person_id
    union all
    select client_id, at, 'friends', channel, '', 1 from referred where at >= $2
    union all
    select * from (select distinct on (s.event_id) f.client_id, s.event_date, 'purchases', f.channel, '', 1
      from steps s join referred f on f.friend_id = s.person_id and f.at <= s.event_date
      where s.event_date >= $2 and s.step_name in ('conversion', 'purchase') and s.quality = 'HIGH' and ${isInProduction('s.data')}
      order by s.event_id) purchases
    union all
    select client_id, at, 'rewards', channel, '', 1 from earned
    union all
    select client_id, at, case when is_paid then 'paid' else 'open' end, channel, face_value_type, face_value
      from earned where face_value_type <> 'PERCENT_OFF'),
  named as (
    select client_id, channel from (
      select client_id, channel, row_number() over (partition by client_id order by count(*) desc, channel) as place
      from facts where figure = 'shares' group by client_id, channel) channels
    where place <= ${MAX_CHANNELS}
    union select client_id, unnest(array['link', 'code', 'none']) from spans)`

/** The channel of a fact, unless it is one of too many. */
const SHOWN_CHANNEL = `case when named.channel is null then 'other' else facts.channel end`

const COMPUTE = `with ${WITH_FACTS},
  daily as (
    select facts.client_id, (at at time zone time_zone)::date as day, figure, ${SHOWN_CHANNEL} as channel, currency, sum(value) as value
    from facts join spans using (client_id) left join named on named.client_id = facts.client_id and named.channel = facts.channel
    where (at at time zone time_zone)::date between today - ${KEPT_DAYS - 1} and today
    group by 1, 2, 3, 4, 5),
  gone as (
    delete from figures f where not exists (select 1 from daily d
      where (d.client_id, d.day, d.figure, d.channel, d.currency) = (f.client_id, f.day, f.figure, f.channel, f.currency))),
  stored as (
    insert into figures (client_id, day, figure, channel, currency, value) select * from daily
    on conflict (client_id, day, figure, channel, currency) do update set value = excluded.value where figures.value <> excluded.value),
  ranked as (
    select r.client_id, days, advocate_id, count(*)::int as friends,
      row_number() over (partition by r.client_id, days order by count(*) desc, max(at), advocate_id) as place
    from referred r join spans using (client_id) join unnest(array[${periods}]) as period (days)
      on (at at time zone time_zone)::date between today - days + 1 and today
    group by r.client_id, days, advocate_id),
  tops as (
    select client_id, days, json_agg(json_build_object('person_id', advocate_id, 'friends', friends, 'shares', shares, 'clicks', clicks,
      'earned', earned) order by place) as advocates
    from ranked join spans using (client_id)
      cross join lateral (select count(*) as shares from shares s where s.person_id = ranked.advocate_id
        and (shared_at at time zone time_zone)::date between today - days + 1 and today and ${isInProduction('s.data')}) shares
      cross join lateral (select count(*) as clicks from shareables l join clicks c using (code)
        where l.person_id = ranked.advocate_id and c.person_id <> ranked.advocate_id
          and (clicked_at at time zone time_zone)::date between today - days + 1 and today) clicks
      cross join lateral (select coalesce(json_object_agg(face_value_type, value), '{}') as earned from (
        select face_value_type, sum(face_value) as value from rewards r where r.person_id = ranked.advocate_id and container = '${PRODUCTION}'
          and not ${hasEnded} and face_value_type <> 'PERCENT_OFF'
          and (${EARNED_AT} at time zone time_zone)::date between today - days + 1 and today
        group by face_value_type) sums) earned
    where place <= ${MAX_ADVOCATES} group by client_id, days)
  insert into figure_runs (client_id, as_of, advocates, attention)
  select client_id, $1, coalesce((select json_object_agg(days, advocates) from tops where tops.client_id = spans.client_id), '{}'), '[]'
  from spans
  on conflict (client_id) do update set as_of = excluded.as_of, advocates = excluded.advocates`

/** The statement reads and joins whole tables. Compiling it takes longer than running it, and small memory would put its parts on the disk. */
const SETTINGS = `set local jit = off; set local work_mem = '64MB'`

const DAY_MS = 86_400_000

/**
 * Computes the figures of all clients anew: each day that the console can show, because a merge, a replaced event or a changed reward changes days that
 * have ended. Only what differs is written. Runs in a transaction.
 */
export async function computeFigures({ db, settings }: Domain): Promise<void> {
  const now = settings.now()
  await db.execute(SETTINGS)
  // The day before the first one has begun in each time zone.
  await db.query(COMPUTE, [new Date(now), new Date(now - (KEPT_DAYS + 1) * DAY_MS)])
}
