import { z } from 'zod'
import { plainText } from '../campaign/names.js'
import { leaderboardPeriods, MAX_RANKS } from '../campaign/widget-content.js'
import { isInProduction, PRODUCTION } from '../container.js'
import { isBlockedInSql } from '../identity/block.js'
import { OPT_IN } from '../identity/parameter.js'
import { earnedAtInSql, endedStates } from '../rewards/reward.js'

/** What a leaderboard counts, and when. All zones of a client that ask for the same share it. */
export interface Leaderboard {
  /** `referrals`, `rewards`, or the name of an event. */
  counts: string
  period: (typeof leaderboardPeriods)[number]
}

/** The part of a zone's content that asks for a leaderboard. Marketers write it: what is missing or wrong has its default. */
const asked = z.object({
  counts: plainText.min(1).max(200).catch('referrals'),
  period: z.enum(leaderboardPeriods).catch('all'),
  limit: z.int().min(1).max(MAX_RANKS).catch(10),
})

export const readLeaderboard = (content: object): z.infer<typeof asked> => asked.parse(content)

/** Whether others see the person in the table `persons`. */
export const isShownInSql = (persons: string) => `(${mayBeShownInSql(persons)} and ${agreesInSql(persons)})`

/** Whether the person agrees that others see them. */
export const agreesInSql = (persons: string) =>
  `exists (select 1 from parameters o where o.person_id = ${persons}.person_id and o.name = '${OPT_IN}' and o.value = 'true')`

/** Whether others see the person if they agree: nobody sees who has asked for the deletion of their data, for example. */
export const mayBeShownInSql = (persons: string) =>
  `(${persons}.merged_into is null and ${persons}.processing_consent is distinct from 'denied'
    and not ${isBlockedInSql('EVENTS', persons)} and not ${isBlockedInSql('REWARDS', persons)}
    and not exists (select 1 from deletion_requests d join events e using (event_id)
      where d.client_id = ${persons}.client_id and (d.done_at is null) and e.verified and e.person_id = ${persons}.person_id))`

/** The period in which a time lies. All are null for all time. The arguments are SQL: columns, or parameters such as `$1`. */
export const spanInSql = (unitSql: string, timeSql: string, timeZoneSql: string) => {
  const first = `date_trunc(${unitSql}::text, ${timeSql}::timestamptz at time zone ${timeZoneSql})`
  const next = `${first} + ('1 ' || ${unitSql}::text)::interval`
  return `(${first}) at time zone ${timeZoneSql} as starts_at, (${next}) at time zone ${timeZoneSql} as ends_at, ((${next})::date - 1)::text as last_day`
}

/** The unit of `spanInSql`. */
export const unitOf = ({ period }: Leaderboard) => (period === 'all' ? null : period)

/**
 * What counts of each person in the table `who`, once each, with its time. A friend of several campaigns counts once, as does an event of several. Only
 * events read `eventNameSql`, the parameter with their name.
 */
export function countedInSql({ counts }: Leaderboard, eventNameSql: string): string {
  if (counts === 'referrals')
    return `select person_id, friend_id as what, min(coalesce(r.referred_at, r.updated_at)) as at
      from who join referrals r on r.advocate_id = who.person_id where r.container = '${PRODUCTION}' and ${eventNameSql}::text is not null
      group by person_id, friend_id`
  if (counts === 'rewards')
    return `select person_id, reward_id as what, ${earnedAtInSql('r')} as at from who join rewards r using (person_id)
      where r.container = '${PRODUCTION}' and r.state not in (${endedStates.map(state => `'${state}'`)}) and ${eventNameSql}::text is not null`
  return `select person_id, event_id as what, e.event_time as at from who join events e using (person_id)
    where e.event_name = ${eventNameSql} and ${isInProduction('e.data')}
      and exists (select 1 from steps s where s.event_id = e.event_id and s.quality = 'HIGH')`
}
