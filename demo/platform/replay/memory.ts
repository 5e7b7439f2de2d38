import type { RewardRule } from '../campaign/reward-rule.js'
import type { Recipient } from '../events/decide-rewards.js'
import type { Outside } from './outside.js'

/** The audiences that steps have joined, by person. */
export type Joined = Map<string, Set<string>>

/** What has followed from the decisions of a simulation. What was there before comes from `outside`. */
export interface Memory {
  /** The audiences of a person, of whom `then` was known. */
  audiencesOf(personId: string, then: string[]): string[]
  join(personId: string, audience: string): void
  leave(personId: string, audience: string): void
  hasReferred(advocate: string, friend: string, outside: Outside): boolean
  refer(advocate: string, friend: string, outside: Outside): void
  /** Those who have referred a person, the newest last. */
  advocatesOf(friend: string): string[]
  friendsOf(advocate: string, outside: Outside): number
  earn(reward: string, personId: string, friendId: string | null): void
  /** Whether somebody has a reward already: for this friend, if it is limited by friend. */
  hasEarned(reward: Pick<RewardRule, 'name' | 'once_per'>, recipient: Recipient, outside: Outside): boolean
}

/** An empty memory. `recorded` has the audiences that events have joined in fact. */
export function createMemory(recorded: Joined): Memory {
  const joined: Joined = new Map()
  const advocates = new Map<string, Set<string>>()
  const friendCounts = new Map<string, number>()
  /** By reward and recipient, the friends for whom it was earned. */
  const rewards = new Map<string, Set<string | null>>()
  const hasReferred = (advocate: string, friend: string, outside: Outside) =>
    advocates.get(friend)?.has(advocate) === true || outside.advocatesOf(friend).includes(advocate)
  return {
    audiencesOf(personId, then) {
      const fromSteps = recorded.get(personId)
      const others = fromSteps ? then.filter(audience => !fromSteps.has(audience)) : then
      return [...new Set([...others, ...(joined.get(personId) ?? [])])]
    },
    join: (personId, audience) => addTo(joined, personId, audience),
    leave: (personId, audience) => void joined.get(personId)?.delete(audience),
    hasReferred,
    refer(advocate, friend, outside) {
      if (!hasReferred(advocate, friend, outside)) friendCounts.set(advocate, (friendCounts.get(advocate) ?? 0) + 1)
      // The newest is the last.
      advocates.get(friend)?.delete(advocate)
      addTo(advocates, friend, advocate)
    },
    advocatesOf: friend => [...(advocates.get(friend) ?? [])],
    friendsOf: (advocate, outside) => outside.friendsOf(advocate) + (friendCounts.get(advocate) ?? 0),
    earn: (reward, personId, friendId) => addTo(rewards, keyOf(reward, personId), friendId),
    hasEarned({ name, once_per }, { personId, friendId }, outside) {
      const earned = [rewards.get(keyOf(name, personId)), outside.earned(name, personId)]
      return earned.some(friends => friends && (once_per !== 'friend' || friends.has(friendId)))
    },
  }
}

const keyOf = (reward: string, personId: string) => `${reward} ${personId}`

function addTo<Value>(sets: Map<string, Set<Value>>, key: string, value: Value): void {
  const set = sets.get(key)
  if (set) set.add(value)
  else sets.set(key, new Set([value]))
}
