import type { LiveProgram } from '../campaign/live-program.js'
import { containerOf } from '../container.js'
import type { Domain } from '../domain.js'
import { prepared } from '../store/prepared.js'
import type { ConsumerEvent } from './consumer-event.js'
import { decideRewards, type Earned, type EarningFacts, type EarningStep, isEarned } from './decide-rewards.js'
import { earnReward } from './earn-reward.js'
import { countFriends } from './friends.js'
import { lockInSql, locksOf } from './lock-earnings.js'

/**
 * Gives the rewards that a step earns (`decideRewards`). Returns the facts that were read under the lock, if they refuse a reward or a number of friends
 * decides.
 */
export async function earnRewards(
  domain: Domain,
  live: LiveProgram,
  event: ConsumerEvent,
  step: EarningStep,
): Promise<EarningFacts | undefined> {
  const { rewards } = live.program
  const possible = decideRewards(rewards, step, undefined).filter(isEarned)
  if (possible.length === 0) return undefined
  const facts = await lockFacts(domain, live, event, possible)
  const earned = decideRewards(rewards, step, facts).filter(isEarned)
  for (const { reward, recipient } of earned) await earnReward(domain, live, event, reward, recipient)
  const isRefused = earned.length < possible.length
  return isRefused || possible.some(({ reward }) => reward.friends !== undefined) ? facts : undefined
}

/** Locks the earnings of the recipients, and reads what decides about the rewards that are possible. */
async function lockFacts(
  { db }: Domain,
  { campaign_id: campaignId }: LiveProgram,
  { event_id, data, until }: ConsumerEvent,
  possible: Earned[],
): Promise<EarningFacts> {
  const container = containerOf(data)
  const rows = await db.query<{ name: string; earlier: string | null }>(EARLIER, [
    ...[locksOf(possible.map(({ recipient }) => recipient.personId)), container, campaignId, event_id],
    ...[possible.map(({ reward }) => reward.name), possible.map(({ recipient }) => recipient.personId)],
    ...[possible.map(({ reward }) => reward.once_per), possible.map(({ recipient }) => recipient.friendId)],
  ])
  const counting = possible.find(({ reward }) => reward.friends !== undefined)
  const friends = counting && (await countFriends(db, counting.recipient.personId, { campaignId, container, until }))
  return {
    earlier: Object.fromEntries(rows.map(({ name, earlier }) => [name, earlier])),
    friends: friends ?? { total: 0, byThen: 0 },
  }
}

const EARLIER = prepared(`
  with locked as materialized (${lockInSql('$1')})
  select name, earlier_reward(name, person, $2, $3, once_per, friend, $4) as earlier
  from (select count(*) from locked) locks, unnest($5::text[], $6::text[], $7::text[], $8::text[]) possible (name, person, once_per, friend)`)
