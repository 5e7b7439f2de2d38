import type { Data } from '../options.js'

/** An event that the platform does not have yet. No token and no JWT is ever in here. */
export interface WaitingEvent {
  /** Its `partner_event_id`, under which the platform records it once. */
  id: string
  name: string
  data: Data
  /** Whose it is. Nobody's: whoever is named next takes it. */
  owner?: string | undefined
  /** Its place among those that wait, which sorts as they came: microseconds, a bar, its id. An older version's is a number. */
  key: string | number
}

/** What lies under our name in the browser's storage may be anything. */
export function isEvent(found: unknown): found is WaitingEvent {
  const { id, name, data } = Object(found)
  return typeof id === 'string' && typeof name === 'string' && Object(data) === data
}

/** When it was tracked, in epoch milliseconds; an older version's does not know. */
export const timeOf = ({ key }: WaitingEvent): number =>
  typeof key === 'string' ? parseInt(key, 10) / 1000 : Date.now()

export const bytesOf = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length
