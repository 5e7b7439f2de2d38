import type { LiveProgram } from '../campaign/live-program.js'
import { REWARD_EARNED } from '../campaign/names.js'
import type { RewardRule } from '../campaign/reward-rule.js'
import { containerOf } from '../container.js'
import type { Domain } from '../domain.js'
import { enterStates } from '../rewards/enter-states.js'
import { prepared } from '../store/prepared.js'
import type { ConsumerEvent } from './consumer-event.js'
import { decideRewards, type EarningStep, isEarned } from './decide-rewards.js'
import { duplicatesIn, isUnfulfilled, type RewardRow } from './merge-rows.js'
import type { Referral } from './referral.js'

/** Why a reward of the replaced event is canceled. */
const REPLACED = 'a proven event with the same partner_event_id does not earn it'

/** Why one of two rewards for the same order is canceled. */
const SAME_ORDER = 'another event with the same partner_event_id has earned it'

/** A reward of the replaced event. */
interface EarnedRow {
  reward_id: string
  reward_name: string
  person_id: string
  friend_id: string | null
  container: string
}

/**
 * Makes events of a person one event if they have the same name and partner_event_id and at least one of them is proven. `partnerEventId`
 * limits it to one order. `earlier_event` finds the event that a new one repeats, so that there is only one. Here are those that became events of one
 * person only by a merge, or that were unproven.
 */
export async function uniteProvenEvents(domain: Domain, personId: string, partnerEventId?: string): Promise<void> {
  const groups = await domain.db.query<{ ids: [string, ...string[]] }>(
    prepared(`select array_agg(event_id order by verified desc, created_at, event_id) as ids from events
     where person_id = $1 and partner_event_id is not null and ($2::text is null or partner_event_id = $2)
     group by event_name, partner_event_id having count(*) > 1 and bool_or(verified)`),
    [personId, partnerEventId ?? null],
  )
  for (const { ids } of groups) await uniteEvents(domain, ids[0], ids.slice(1))
}

/**
 * Event `kept` gets the referrals and rewards of all. Of rewards that an event earns once, one stays, as in a merge of persons. The steps and
 * shares of the other events are deleted: they tell of the same order.
 */
async function uniteEvents(domain: Domain, kept: string, others: string[]): Promise<void> {
  const { db } = domain
  const rewards = await db.query<RewardRow>(
    'select * from rewards where event_id = any($1) order by position for update',
    [[kept, ...others]],
  )
  const duplicates = duplicatesIn(rewards.map(reward => ({ ...reward, event_id: kept })))
  const ids = duplicates.map(({ reward_id }) => reward_id)
  await db.query('update rewards set once_per = null where reward_id = any($1)', [ids])
  for (const { reward_id } of duplicates.filter(isUnfulfilled))
    await enterStates(domain, reward_id, ['CANCELED'], { message: SAME_ORDER })
  await db.query(`delete from steps where event_id = any($1) and step_name <> '${REWARD_EARNED}'`, [others])
  await db.query('delete from shares where event_id = any($1)', [others])
  await giveToEvent(domain, others, kept)
  await db.query('delete from events where event_id = any($1)', [others])
}

/** The tables with what events have caused, and their columns with the time of the event. */
const EVENT_TIMES = { rewards: 'event_time', referrals: 'referred_at', steps: 'event_date' }

/** What some events have caused is that of one event from now on, and has its time. */
async function giveToEvent({ db }: Domain, eventIds: string[], eventId: string): Promise<void> {
  const ofEvents = 'from events e where e.event_id = $1 and caused.event_id = any($2)'
  // The newest step of the referral, if it has no other.
  await db.query(`update referrals caused set last_at = e.event_time ${ofEvents} and last_at = referred_at`, [
    ...[eventId, eventIds],
  ])
  for (const [table, time] of Object.entries(EVENT_TIMES))
    await db.query(`update ${table} caused set event_id = e.event_id, ${time} = e.event_time ${ofEvents}`, [
      ...[eventId, eventIds],
    ])
}

/** Takes back what the unproven event has left in lists: the proven event is recorded in its place. */
export async function forgetReplacedEvent(domain: Domain, { event_id, person_id }: ConsumerEvent): Promise<void> {
  const { db } = domain
  await db.query(`delete from steps where event_id = $1 and person_id = $2 and step_name <> '${REWARD_EARNED}'`, [
    event_id,
    person_id,
  ])
  await db.query('delete from shares where event_id = $1', [event_id])
  await giveToEvent(domain, [event_id], event_id)
}

/** The referral that the unproven event has made. It stays if the proven event names no advocate. */
export async function referralByEvent(
  { db }: Domain,
  { campaign_id }: LiveProgram,
  eventId: string,
): Promise<Referral | undefined> {
  const [referral] = await db.query<Referral>(
    'select advocate_id, code from referrals where event_id = $1 and campaign_id = $2 order by position limit 1',
    [eventId, campaign_id],
  )
  return referral
}

/**
 * Ends the referral and cancels the rewards that the unproven event has earned, the proven one does not, and nobody has received. `step` is that of
 * the proven event. Undefined: it can earn nothing.
 */
export async function withdrawReplaced(
  domain: Domain,
  { campaign_id, program }: LiveProgram,
  event: ConsumerEvent,
  step: EarningStep | undefined,
): Promise<void> {
  const { db } = domain
  const container = containerOf(event.data)
  await db.query(
    `delete from referrals
     where event_id = $1 and campaign_id = $4 and (advocate_id is distinct from $2 or container <> $3)`,
    [event.event_id, step?.referral?.advocate_id ?? null, container, campaign_id],
  )
  const rewards = await db.query<EarnedRow>(
    `select * from rewards where event_id = $1 and campaign_id = $2 and state in ('EARNED', 'FAILED') order by position
       for update`,
    [event.event_id, campaign_id],
  )
  const earned = step ? decideRewards(program.rewards.map(withoutAudiences), step, undefined).filter(isEarned) : []
  // A reward that the program no longer has stays as it was earned.
  for (const row of rewards.filter(each => program.rewards.some(({ name }) => name === each.reward_name))) {
    const isKept = earned.some(
      ({ reward, recipient }) =>
        row.container === container &&
        row.reward_name === reward.name &&
        row.person_id === recipient.personId &&
        row.friend_id === recipient.friendId,
    )
    if (isKept) continue
    await db.query('update rewards set once_per = null where reward_id = $1', [row.reward_id])
    await enterStates(domain, row.reward_id, ['CANCELED'], { message: REPLACED })
  }
}

/** The person may have joined audiences by the unproven event, so audiences are not asked again. */
function withoutAudiences(rule: RewardRule): RewardRule {
  const { audience: _, not_audience: __, ...when } = rule.when
  return { ...rule, when }
}
