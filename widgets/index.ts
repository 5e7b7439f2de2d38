import { RewardsZoneElement } from './rewards-zone-element.js'
import type { Action } from './view.js'

export type { Messages } from './messages/messages.js'
export type { Theme } from './theme/theme.js'
export { RewardsZoneElement }

declare global {
  interface HTMLElementTagNameMap {
    'rewards-zone': RewardsZoneElement
  }
  /** These events bubble: listen on the element, on an ancestor or on the document. */
  interface GlobalEventHandlersEventMap {
    'rewards:viewed': CustomEvent<{ zone: string }>
    'rewards:action': CustomEvent<Action & { zone: string }>
  }
}

// A server has no custom elements. On a page, another copy of this bundle may have defined the element already.
if (globalThis.customElements && !customElements.get('rewards-zone'))
  customElements.define('rewards-zone', RewardsZoneElement)
