import { eraseAppearance } from '../erase-appearance.js'
import { eraseEvents } from '../erase-events.js'
import { clearPendingErasure } from './pending-erasure.js'
import type { WaitingEvents } from './waiting-events.js'

interface Erasure {
  /** `rewards:<program domain>`: the name of this program's data on the device. */
  name: string
  /** Until now this page was allowed to keep data, or found data of an earlier page. */
  wasAllowed: boolean
  tracker: WaitingEvents
  reportError(error: unknown): void
}

/** Deletes what this device keeps for the program. Starts at once and without loading code: the page may be left in this moment. */
export function eraseDevice({ name, wasAllowed, tracker, reportError }: Erasure): void {
  eraseEvents(name).then(isErased => isErased && clearPendingErasure(name))
  eraseAppearance()
  if (wasAllowed) tracker.delivery().then(delivery => delivery.moveToMemory(), reportError)
}
