import { meetsAudienceConditions } from '../campaign/conditions.js'
import { type Program, type ReferralRule, referralSources } from '../campaign/program.js'
import type { Domain } from '../domain.js'
import { isBlocked } from '../identity/block.js'
import { lockPerson } from '../identity/person.js'
import { audiencesOf } from './audience.js'
import type { ConsumerEvent } from './consumer-event.js'
import { containerOf } from './container.js'
import { linkByCode } from './link-by-code.js'

const DAY_MS = 86_400_000

/** The advocate of a friend, and the code of the link or coupon that led to them. */
export interface Referral {
  advocate_id: string
  code: string | null
  isByCoupon?: boolean
}

/**
 * Finds who referred the consumer of a step. With the step of the program's referral, a friend is referred anew, if both are
 * eligible, the advocate is not blocked for events, and the friend has not referred the advocate: two persons cannot pay for each other. With other steps, and after the first referral, the friend stays referred. Locks the advocate against a merge.
 */
export async function findReferral(
  domain: Domain,
  { referral: rule }: Program,
  event: ConsumerEvent,
  step: string,
  friendAudiences: string[],
): Promise<Referral | undefined> {
  if (!rule) return undefined
  const isReferring = step === rule.step
  const found = isReferring
    ? await findAttributedLink(domain, rule, event)
    : await findEarlierReferral(domain, event.person_id)
  if (!found) return undefined
  const advocate = await lockPerson(domain, found.advocate_id, 'key share')
  const advocate_id = advocate.person_id
  if (advocate_id === event.person_id) return undefined
  const referral = { ...found, advocate_id }
  if (!isReferring || (await findEarlierReferral(domain, event.person_id, advocate_id))) return referral
  await lockReferralsBetween(domain, advocate_id, event.person_id)
  const isEligible =
    !(await findEarlierReferral(domain, advocate_id, event.person_id)) &&
    !isBlocked(advocate, 'EVENTS') &&
    isEligibleFriend(rule, friendAudiences) &&
    meetsAudienceConditions(rule.advocate, await audiencesOf(domain, advocate_id))
  return isEligible ? referral : undefined
}

/** Two persons who refer each other at the same time do so one after the other. */
async function lockReferralsBetween({ db }: Domain, one: string, other: string): Promise<void> {
  const pair = [one, other].sort().join(' and ')
  await db.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`referrals between ${pair}`])
}

/** Whether a person in these audiences can be referred. */
export const isEligibleFriend = ({ friend }: ReferralRule, audiences: string[]): boolean =>
  meetsAudienceConditions(friend, audiences)

/** The newest referral of a friend, by this or any advocate. */
export async function findEarlierReferral(
  { db }: Domain,
  friendId: string,
  advocateId?: string,
): Promise<Referral | undefined> {
  const [referral] = await db.query<Referral>(
    `select advocate_id, code from referrals where friend_id = $1 and ($2::text is null or advocate_id = $2)
     order by updated_at desc limit 1`,
    [friendId, advocateId ?? null],
  )
  return referral
}

interface AttributedLink {
  code: string
  advocate_id: string
  isByCoupon: boolean
}

/**
 * The link or code that referred a friend, by the first source of `found_by` that has one. Of several clicks the last one counts, and none
 * after the event. The person's own links only count if there is no other: nobody refers themselves, and an own link hides no advocate.
 */
export async function findAttributedLink(
  { db, clientId }: Domain,
  { found_by, click_days }: ReferralRule,
  { person_id, data, time, until }: Pick<ConsumerEvent, 'person_id' | 'data' | 'time' | 'until'>,
): Promise<AttributedLink | undefined> {
  // A source that the program does not use has no rank.
  const ranks = referralSources.map(source => (found_by.includes(source) ? found_by.indexOf(source) : null))
  const [link] = await db.query<AttributedLink>(
    `select code, advocate_id, is_by_coupon as "isByCoupon" from (
       select code, person_id as advocate_id, false as is_by_coupon, $6::int as rank, 0 as position
         from shareables where code = ${linkByCode('$2', '$9')}
       union all
       select code, person_id, true, $7::int, 0 from shareables where code = ${linkByCode('$3', '$9')}
       union all
       select s.code, s.person_id, false, $8::int, c.position from clicks c join shareables s using (code)
         where (c.person_id = $1 or c.visitor_id = $1) and clicked_at > $4 and ($5::timestamptz is null or clicked_at <= $5)
     ) links join persons advocate on advocate.person_id = advocate_id
     where client_id = $9 and rank is not null order by advocate_id = $1, rank, position desc limit 1`,
    [
      ...[person_id, codeIn(data.advocate_code), codeIn(data.coupon_code)],
      ...[new Date(time.getTime() - click_days * DAY_MS), until, ...ranks, clientId],
    ],
  )
  return link
}

/** Stores a referral, or the time of its newest step. */
export async function recordReferral(
  { db, settings }: Domain,
  event: ConsumerEvent,
  step: string,
  { advocate_id, code }: Referral,
): Promise<void> {
  await db.query(
    `insert into referrals (advocate_id, friend_id, code, container, reason, updated_at)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (advocate_id, friend_id) do update set reason = excluded.reason, updated_at = excluded.updated_at`,
    [advocate_id, event.person_id, code, containerOf(event.data), step.toUpperCase(), new Date(settings.now())],
  )
}

/** A code as the person wrote it. */
const codeIn = (value: unknown): string | null => (typeof value === 'string' ? value.trim() : null)
