import { ctaStories } from './cta.js'
import { journeyStories } from './journey.js'
import { offerStories } from './offer.js'
import { profileStories } from './profile.js'
import { referralsStories } from './referrals.js'
import { rewardStatusStories } from './reward-status.js'
import { rewardsStories } from './rewards.js'
import { shareStories } from './share.js'
import { stackStories } from './stack.js'
import { statsStories } from './stats.js'
import type { Consumer, Story } from './story.js'
import { verifyStories } from './verify.js'
import { zoneStories } from './zone.js'

export type { Consumer, Story } from './story.js'

/** Every widget in every state it has. */
export const stories: Story[] = [
  ...shareStories,
  ...ctaStories,
  ...offerStories,
  ...profileStories,
  ...verifyStories,
  ...journeyStories,
  ...stackStories,
  ...rewardsStories,
  ...referralsStories,
  ...statsStories,
  ...rewardStatusStories,
  ...zoneStories,
]

/** The zone that a story is told in. */
export const zoneOf = ({ name }: Story) => name.replace('/', '_')

export const groupOf = ({ name }: Story) => name.split('/')[0]!

export const groups = [...new Set(stories.map(groupOf))]

/** The story of that name, or all of a group that such a consumer can see at once. */
export function storiesCalled(name: string, consumer: Consumer): Story[] {
  const story = stories.find(each => each.name === name)
  if (story) return [story]
  return stories.filter(each => groupOf(each) === name && !each.alone && (each.consumer ?? consumer) === consumer)
}
