import { RewardsError } from '../error/error.js'
import type { WaitingEvent } from './waiting-event.js'

// The limits of the waiting events, for the page that accepts them and for the module that delivers them.

/** The waiting events take at most this much space on the device. An event counts as 1,048 bytes at least, so at most 1,000 events fit. */
export const MAX_BYTES = 1_048_576
export const MIN_EVENT_BYTES = 1_048

/** Waiting events may contain personal data, so they are stored for a limited time. */
export const MAX_AGE_MS = 7 * 86_400_000

/** The space that an event takes. `text` is the event as JSON. */
export const bytesFor = (text: string): number => Math.max(bytesOf(text), MIN_EVENT_BYTES)

/** The space that these events take. */
export const bytesIn = (events: WaitingEvent[]): number =>
  events.reduce((bytes, event) => bytes + bytesFor(JSON.stringify(event)), 0)

export const bytesOf = (text: string): number => new TextEncoder().encode(text).length

export const storageFull = () => new RewardsError('storage_full', 'The outbox is full: track this event again later')

export const expired = () =>
  new RewardsError('timeout', 'The event could not be delivered within 7 days and was deleted')
