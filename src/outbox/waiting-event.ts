import type { Data } from '../options.js'

/** Why an event is not in its place: others have gone before it. */
export interface Postponed {
  /** How often it has failed since then, and how often of these while the platform took others. */
  failures: number
  faults: number
  /** Epoch milliseconds: since when; and until when it is not tried. */
  since: number
  until: number
}

/** An event that the platform does not have yet. No token and no JWT is ever in here. */
export interface WaitingEvent {
  /** Its `partner_event_id`, under which the platform records it once. */
  id: string
  name: string
  data: Data
  /** The random id of the person on this device whose event it is. An older version's event may have none. */
  owner?: string | undefined
  /**
   * Its place among those that wait, which sorts as they came: microseconds, a bar, its id. A postponed one has a tilde before it, which
   * sorts behind. An older version's is a number.
   */
  key: string | number
  postponed?: Postponed | undefined
  /** How often the platform has answered with a text that is no known code. */
  unknownAnswers?: number | undefined
  /** When it was first found to be too old, in epoch milliseconds. */
  foundLate?: number | undefined
}

/** What lies under our name in the browser's storage may be anything. */
export function isEvent(found: unknown): found is WaitingEvent {
  const { id, name, data } = Object(found)
  return typeof id === 'string' && typeof name === 'string' && Object(data) === data
}

const BEHIND = '~'

/** The key's place behind all that are not postponed. */
export const keyBehind = (key: WaitingEvent['key']): string => BEHIND + keyInOrder(key)
export const isPostponed = ({ key }: WaitingEvent): boolean => String(key).startsWith(BEHIND)
/** The place of an event in the order in which the events happened, also where it is postponed. */
export const keyInOrder = (key: WaitingEvent['key']): string => String(key).replace(BEHIND, '')

/** Names the record: the platform records an event of one consumer, name and id once. */
export const idOf = ({ id, name }: WaitingEvent): string => JSON.stringify([id, name])

/** Compares two events by the order of delivery: numbers first, as in the database. */
export function inOrder(one: WaitingEvent, other: WaitingEvent): number {
  const [first, second] = [one.key, other.key]
  if (typeof first !== typeof second) return typeof first === 'number' ? -1 : 1
  return first < second ? -1 : Number(first > second)
}

/** When it was tracked, in epoch milliseconds; an older version's does not know. */
export const timeOf = ({ key }: WaitingEvent): number =>
  typeof key === 'string' ? parseInt(keyInOrder(key), 10) / 1000 : Date.now()

export const bytesOf = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length
