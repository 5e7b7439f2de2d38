import { readDate } from '../kit/date-text.js'
import { image, object, text } from '../readers.js'

/** How far a friend has come. */
export type FriendState = 'invited' | 'visited' | 'joined' | 'bought'

export interface Friend {
  id: string
  /** '' where they gave none. */
  first_name: string
  image_url: string | undefined
  state: FriendState
  /** Since when. */
  since: Date | undefined
}

/** More than anybody looks through. */
const MOST = 500

/** Reads referrals, the platform's or the zone's own, whose fields may all be missing. */
export const readFriends = (value: unknown): Friend[] =>
  Array.isArray(value)
    ? value
        .slice(0, MOST)
        .filter(each => object(each).person)
        .map(readFriend)
    : []

function readFriend(value: unknown): Friend {
  const { person, reason, updated_at } = object(value)
  const { id, first_name, image_url } = object(person)
  return {
    id: text(id),
    first_name: text(first_name),
    image_url: image(image_url),
    state: STATES[text(reason).toUpperCase()] ?? 'invited',
    since: readDate(updated_at),
  }
}

/** By the reason that the platform gives for the tie; of others all that is known is that there is one. */
const STATES: Record<string, FriendState | undefined> = Object.assign(Object.create(null), {
  CLICK: 'visited',
  REGISTER: 'joined',
  CONVERSION: 'bought',
})

export interface Reminder {
  /** '' for ours. */
  message: string
  subject: string
}

/** Undefined where the marketer wants nobody reminded. `remind` may be `true`, a message, or a message with a subject. */
export function readReminder({ remind }: Record<string, unknown>): Reminder | undefined {
  const { message, subject } = object(remind)
  return remind ? { message: text(remind) || text(message), subject: text(subject) } : undefined
}
