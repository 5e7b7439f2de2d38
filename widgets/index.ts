/**
 * Defines `<rewards-zone>` when it is imported.
 * @module rewards-web-sdk/widgets
 */

import { defineElement } from './define-element.js'
import { RewardsZoneElement } from './rewards-zone-element.js'
import type { BubblingZoneEventMap } from './zone-event-map.js'

export type { GivenMessages, Messages } from './messages/messages.js'
export type { Theme } from './theme/theme.js'
export type { RewardsZoneEventMap } from './zone-event-map.js'
export { RewardsZoneElement }

declare global {
  interface HTMLElementTagNameMap {
    'rewards-zone': RewardsZoneElement
  }
  interface GlobalEventHandlersEventMap extends BubblingZoneEventMap {}
}

defineElement()
