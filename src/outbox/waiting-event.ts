import type { Data } from '../settings/options.js'
import { claimsIdentity } from '../token/consumer.js'
import type { HeldToken } from '../token/login.js'

/** Why an event has moved behind the others. */
export interface Postponed {
  /** How often it has failed since it moved. */
  failures: number
  /** Epoch milliseconds: when it has failed last. */
  at: number
  /** For how long after `at` it is not tried, in milliseconds. */
  delay: number
}

/** An event that the platform does not have yet, or whose receipt the page does not have. What is stored of it contains no token and no JWT. */
export interface WaitingEvent {
  /** The `partner_event_id`. The platform records an event with this id only once. */
  id: string
  name: string
  data: Data
  /** The random id of the person on this device who has caused the event. */
  owner: string
  /** The platform's id of the person on the page, if known: the event does not go to another person, even if the page has lost its cookies. */
  identity_id?: string | undefined
  /** The native app's name for the person, if the app names its people: the event waits for the person of this name. */
  person?: string | undefined
  /**
   * The place among the waiting events: the time in microseconds, a bar, and the id. Keys sort in the order of tracking. The key of a postponed
   * event begins with a tilde, so it sorts behind the others.
   */
  key: string
  postponed?: Postponed | undefined
  /** How often the platform has answered with an unknown code. */
  unknownAnswers?: number | undefined
  /** When the event was first found to be too old, in epoch milliseconds. */
  foundLate?: number | undefined
  /**
   * Set if another page has ended the event while this one was in the back/forward cache: the token when this page was left, if there was one.
   * This page sends the event again only for its receipt. Such an event is never stored: a later page could send it as somebody else.
   */
  endedElsewhere?: Partial<HeldToken> | undefined
}

/** Checks a record from the browser's storage, into which other scripts may write. */
export function isEvent(found: unknown): found is WaitingEvent {
  const { data, ...texts } = Object(found)
  return ['id', 'name', 'owner', 'key'].every(field => typeof texts[field] === 'string') && Object(data) === data
}

/** Whether the event identifies the consumer: the events behind it are about that person. */
export const isIdentifying = ({ data }: WaitingEvent): boolean => claimsIdentity(data)

const POSTPONED = '~'

/** The key of a postponed event. */
export const postponedKey = (key: string): string => POSTPONED + originalKey(key)
export const isPostponed = ({ key }: WaitingEvent): boolean => key.startsWith(POSTPONED)
/** The key that the event had when it was tracked. */
export const originalKey = (key: string): string => key.replace(POSTPONED, '')

/** Compares two events by the order of delivery. */
export const compareEvents = (one: WaitingEvent, other: WaitingEvent): number =>
  one.key < other.key ? -1 : Number(one.key > other.key)

/** When the event was tracked, in epoch milliseconds. */
export const trackedAt = ({ key }: Pick<WaitingEvent, 'key'>): number => parseInt(originalKey(key), 10) / 1000

export const keysOf = (events: WaitingEvent[]): Set<string> => new Set(events.map(({ key }) => key))
