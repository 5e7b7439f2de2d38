import type { Action } from './view.js'
import { RewardsZoneElement } from './rewards-zone-element.js'

export type { Messages } from './messages/messages.js'
export type { Theme } from './theme/theme.js'
export { RewardsZoneElement }

declare global {
  interface HTMLElementTagNameMap {
    'rewards-zone': RewardsZoneElement
  }
  /** They bubble: the element, anything above it and the document hear them. */
  interface GlobalEventHandlersEventMap {
    'rewards:viewed': CustomEvent<{ zone: string }>
    'rewards:action': CustomEvent<Action & { zone: string }>
  }
}

// A second copy of the bundle on the page, or a server without elements, leaves things as they are.
if (globalThis.customElements && !customElements.get('rewards-zone'))
  customElements.define('rewards-zone', RewardsZoneElement)
