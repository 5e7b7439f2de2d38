import { readDate } from '../kit/read-date.js'
import { readImage, readObject, readText } from '../readers.js'

/** How far a friend has come. */
export type FriendState = 'invited' | 'visited' | 'joined' | 'bought'

export interface Friend {
  id: string
  /** '' if it is not known. */
  first_name: string
  image_url: string | undefined
  state: FriendState
  /** When the friend reached the state. */
  since: Date | undefined
}

/** Nobody reads a longer list. */
export const MAX_FRIENDS = 1_000

/** Reads a list of referrals, from the platform or from the content of the zone. The newest are first. */
export const readFriends = (value: unknown): Friend[] =>
  Array.isArray(value)
    ? value
        .filter(referral => readObject(referral).person)
        .map(readFriend)
        .sort((one, other) => Number(other.since ?? 0) - Number(one.since ?? 0))
        .slice(0, MAX_FRIENDS)
    : []

function readFriend(value: unknown): Friend {
  const { person, reason, updated_at } = readObject(value)
  const { id, first_name, image_url } = readObject(person)
  return {
    id: readText(id),
    first_name: readText(first_name),
    image_url: readImage(image_url),
    state: STATES.get(readText(reason).toUpperCase()) ?? 'invited',
    since: readDate(updated_at),
  }
}

/** The state for each `reason` of a referral. For any other reason, only the invitation is certain. */
const STATES = new Map<string, FriendState>([
  ['CLICK', 'visited'],
  ['REGISTER', 'joined'],
  ['CONVERSION', 'bought'],
])

export interface ReminderText {
  /** '' for the widget's own message. */
  message: string
  subject: string
}

/** Reads `remind` of the content: `true`, a message, or a message with a subject. Without it, friends cannot be reminded. */
export function readReminder({ remind }: Record<string, unknown>): ReminderText | undefined {
  const { message, subject } = readObject(remind)
  return remind ? { message: readText(remind) || readText(message), subject: readText(subject) } : undefined
}
