import { RewardsError } from '../error/error.js'
import { bytesOf, type WaitingEvent } from './waiting-event.js'

/** The waiting events take at most this much space on the device. An event counts as 1,048 bytes at least, so at most 1,000 events fit. */
export const MAX_BYTES = 1_048_576
export const MIN_EVENT_BYTES = 1_048

/** The space that an event takes. `text` is the event as JSON. */
export const bytesFor = (text: string): number => Math.max(bytesOf(text), MIN_EVENT_BYTES)

/** The space that these events take. */
export const bytesIn = (events: WaitingEvent[]): number =>
  events.reduce((bytes, event) => bytes + bytesFor(JSON.stringify(event)), 0)

export const storageFull = () =>
  new RewardsError('storage_full', 'The outbox is full and did not store this event. Track it again later.')
