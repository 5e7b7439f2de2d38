// Elements in the page of a test, and what they show.

import { within } from '@testing-library/preact'
import { RewardsZoneElement } from '../../widgets/index.js'

/** A zone element with these properties, in the page. */
export function place(properties: Partial<RewardsZoneElement>): RewardsZoneElement {
  const element = Object.assign(document.createElement('rewards-zone'), properties)
  document.body.append(element)
  return element
}

/** The next event of that name. */
export const next = (target: EventTarget, type: string): Promise<Event> =>
  new Promise(resolve => target.addEventListener(type, resolve, { once: true }))

/** A zone element that has loaded. Throws the error of the zone if it fails to load. */
export async function placed(properties: Partial<RewardsZoneElement>): Promise<RewardsZoneElement> {
  let cause: unknown
  properties.rewards?.addEventListener('error', ({ detail }) => {
    cause = detail
  })
  const element = place(properties)
  const failed = next(element, 'error').then(() => {
    throw new Error(`The zone "${element.name}" failed to load: ${cause}`)
  })
  await Promise.race([next(element, 'load'), failed])
  return element
}

/** Queries into what an element shows. */
export const inside = (element: Element) => within(element.shadowRoot as unknown as HTMLElement)

/** Resolves once the tasks that are due have run, with their microtasks. */
export const settled = () => new Promise(resolve => setTimeout(resolve))

/** What a live region says from now on. A screen reader announces the same text again only if the region was empty in between. */
export function announcedIn(region: Element): string[] {
  const said: string[] = []
  const observer = new MutationObserver(() => said.push(region.textContent ?? ''))
  observer.observe(region, { childList: true, characterData: true, subtree: true })
  return said
}

export { RewardsZoneElement }
