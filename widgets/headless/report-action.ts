import type { Zone } from '../../src/api.js'
import { safeDocument } from '../../src/base/safe-document.js'
import type { Action } from '../view.js'

/** Dispatches `rewards:action` at the document, as the element of a ready widget does: the page hears of own widgets in the same way. */
export function reportAction(zone: Pick<Zone, 'name'> | undefined, action: Action): void {
  const detail = { ...action, zone: zone?.name ?? '' }
  for (const type of ['rewards:action', 'rewards-action'])
    safeDocument().dispatchEvent(new CustomEvent(type, { bubbles: true, detail }))
}
