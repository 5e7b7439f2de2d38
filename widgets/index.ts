import { RewardsZoneElement } from './zone-element.js'

export type { Messages } from './messages/messages.js'
export type { Theme } from './theme/theme.js'
export { RewardsZoneElement }

declare global {
  interface HTMLElementTagNameMap {
    'rewards-zone': RewardsZoneElement
  }
}

// A second copy of the bundle on the page, or a server without elements, leaves things as they are.
if (globalThis.customElements && !customElements.get('rewards-zone'))
  customElements.define('rewards-zone', RewardsZoneElement)
