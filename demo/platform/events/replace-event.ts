import { meetsConditions, type Viewer } from '../campaign/conditions.js'
import type { LiveProgram } from '../campaign/live-program.js'
import { REWARD_EARNED } from '../campaign/names.js'
import type { Quality } from '../campaign/program.js'
import type { Domain } from '../domain.js'
import type { ConsumerEvent } from './consumer-event.js'
import { containerOf } from './container.js'
import type { Referral } from './referral.js'
import type { RewardRow } from './reward.js'
import { enterStates } from './reward-state.js'

/** Why a reward of the replaced event is canceled. */
const REPLACED = 'a proven event with the same partner_event_id does not earn it'

/** What the program finds out about the proven event. */
interface Outcome {
  step: string
  quality: Quality
  viewer: Viewer
  referral: Referral | undefined
}

/** Takes back what the unproven event has left in lists: the proven event is recorded in its place. */
export async function forgetReplacedEvent({ db }: Domain, { event_id, person_id, time }: ConsumerEvent): Promise<void> {
  await db.query(`delete from steps where event_id = $1 and person_id = $2 and step_name <> '${REWARD_EARNED}'`, [
    event_id,
    person_id,
  ])
  await db.query('delete from shares where event_id = $1', [event_id])
  await db.query('update rewards set event_time = $2 where event_id = $1', [event_id, time])
}

/** The referral that the unproven event has made. It stays if the proven event names no advocate. */
export async function referralByEvent({ db }: Domain, eventId: string): Promise<Referral | undefined> {
  const [referral] = await db.query<Referral>('select advocate_id, code from referrals where event_id = $1', [eventId])
  return referral
}

/** Ends the referral and cancels the waiting rewards that the unproven event has earned and the proven one does not. */
export async function withdrawReplaced(
  domain: Domain,
  { program }: LiveProgram,
  event: ConsumerEvent,
  outcome: Outcome,
): Promise<void> {
  const { db } = domain
  const advocateId = outcome.quality === 'HIGH' ? outcome.referral?.advocate_id : undefined
  await db.query('delete from referrals where event_id = $1 and (advocate_id is distinct from $2 or container <> $3)', [
    ...[event.event_id, advocateId ?? null, containerOf(event.data)],
  ])
  const earned = await db.query<EarnedRow>(
    `select * from rewards where event_id = $1 and state = 'EARNED' order by position for update`,
    [event.event_id],
  )
  for (const reward of earned) {
    const rule = program.rewards.find(({ name }) => name === reward.reward_name)
    if (!rule || isEarned(reward, rule, event, outcome)) continue
    await db.query('update rewards set once_per = null where reward_id = $1', [reward.reward_id])
    await enterStates(domain, reward.reward_id, ['CANCELED'], { message: REPLACED })
  }
}

interface EarnedRow extends RewardRow {
  reward_name: string
  friend_id: string | null
}

/** The person may have joined audiences by the unproven event, so audiences are not asked again. */
function isEarned(
  { person_id, friend_id, container }: EarnedRow,
  rule: LiveProgram['program']['rewards'][number],
  event: ConsumerEvent,
  { step, quality, viewer, referral }: Outcome,
): boolean {
  const { audience: _, not_audience: __, ...conditions } = rule.when
  return (
    quality === 'HIGH' &&
    rule.step === step &&
    container === containerOf(event.data) &&
    (friend_id === null || referral?.advocate_id === person_id) &&
    meetsConditions(conditions, viewer)
  )
}
