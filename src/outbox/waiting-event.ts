import { claimsIdentity } from '../consumer.js'
import type { Data } from '../options.js'

/** Why an event has moved behind the others. */
export interface Postponed {
  /** How often it has failed since it moved. `faults`: how many of these failures were its own, because others passed. */
  failures: number
  faults: number
  /** Epoch milliseconds: when it moved, and when it has failed last. */
  since: number
  at: number
  /** For how long after `at` it is not tried, in milliseconds. */
  delay: number
}

/** An event that the platform does not have yet. It never contains a token or a JWT. */
export interface WaitingEvent {
  /** The `partner_event_id`. The platform records an event with this id only once. */
  id: string
  name: string
  data: Data
  /** The random id of the person on this device who has caused the event. Events of older versions may have none. */
  owner?: string | undefined
  /** The platform's id of the person on the page, if known: the event does not go to another person, even if the page has lost its cookies. */
  identity_id?: string | undefined
  /** The native app's name for the person, if the app names its people: the event waits for the person of this name. */
  person?: string | undefined
  /**
   * The place among the waiting events: the time in microseconds, a bar, and the id. Keys sort in the order of tracking. The key of a postponed
   * event begins with a tilde, so it sorts behind the others. The key of an event of an older version is a number.
   */
  key: string | number
  postponed?: Postponed | undefined
  /** How often the platform has answered with an unknown code. */
  unknownAnswers?: number | undefined
  /** When the event was first found to be too old, in epoch milliseconds. */
  foundLate?: number | undefined
}

/** Checks a record from the browser's storage, into which other scripts may write. */
export function isEvent(found: unknown): found is WaitingEvent {
  const { id, name, data } = Object(found)
  return typeof id === 'string' && typeof name === 'string' && Object(data) === data
}

/** Whether the event identifies the consumer: the events behind it are about that person. */
export const isIdentifying = ({ data }: WaitingEvent): boolean => claimsIdentity(data)

const POSTPONED = '~'

/** The key of a postponed event. */
export const postponedKey = (key: WaitingEvent['key']): string => POSTPONED + originalKey(key)
export const isPostponed = ({ key }: WaitingEvent): boolean => String(key).startsWith(POSTPONED)
/** The key that the event had when it was tracked. */
export const originalKey = (key: WaitingEvent['key']): string => String(key).replace(POSTPONED, '')

/** Identifies the record on the platform, which records an event of one consumer, name and id once. */
export const recordIdOf = ({ id, name }: WaitingEvent): string => JSON.stringify([id, name])

/** Compares two events by the order of delivery. As in the database, numbers come first. */
export function compareEvents(one: WaitingEvent, other: WaitingEvent): number {
  const [first, second] = [one.key, other.key]
  if (typeof first !== typeof second) return typeof first === 'number' ? -1 : 1
  return first < second ? -1 : Number(first > second)
}

/** When the event was tracked, in epoch milliseconds. Now for an event of an older version, which does not say. */
export const trackedAt = ({ key }: WaitingEvent): number =>
  typeof key === 'string' ? parseInt(originalKey(key), 10) / 1000 : Date.now()

export const bytesOf = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length
