import { eraseAppearance } from '../base/erase-appearance.js'
import { eraseEvents } from '../base/erase-events.js'
import { clearPendingErasures, pendingErasures } from './pending-erasure.js'
import type { WaitingEvents } from './waiting-events.js'

interface Erasure {
  /** `rewards:<program domain>`: the name of this program's data on the device. */
  name: string
  /** Whether this page was allowed to store data until now, or an earlier page has stored some. */
  wasAllowed: boolean
  tracker: WaitingEvents
  reportError(error: unknown): void
}

/** Deletes what this device stores for the program. It starts in this task and loads no code for it: the page may be left at any moment. */
export function eraseDevice({ name, wasAllowed, tracker, reportError }: Erasure): void {
  const endedOwners = pendingErasures(name)
  eraseEvents(name).then(isErased => isErased && clearPendingErasures(name, endedOwners))
  eraseAppearance()
  if (!wasAllowed) return
  tracker
    .delivery()
    .then(delivery => delivery.moveToMemory())
    .catch(reportError)
}
