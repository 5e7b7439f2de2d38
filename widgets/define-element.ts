import { RewardsZoneElement } from './rewards-zone-element.js'

/** Defines `<rewards-zone>`, unless another copy of this package has done so. A server has no custom elements. */
export function defineElement(): void {
  if (globalThis.customElements && !customElements.get('rewards-zone'))
    customElements.define('rewards-zone', RewardsZoneElement)
}
