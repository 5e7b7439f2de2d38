import { hasDocument } from '../base/environment.js'
import { loadFromPackage } from './load.npm.js'
import type { Rewards } from './rewards.js'

/** An app imports the widgets at once, or with the part of it that shows zones. */
const PATIENCE_MS = 5_000

/** Warns once of a page with zones whose app has not imported the widgets, or with misspelt ones: an element without code cannot say so itself. */
export function checkElement(rewards: Rewards): void {
  if (!hasDocument()) return
  const timer = setTimeout(() => {
    // The test environment may be gone by now.
    const name = hasDocument() && document.querySelector('rewards-zone,reward-zone,rewards-zones')?.localName
    if (!name || customElements.get(name)) return
    loadFromPackage('diagnostics').then(
      ({ reportNoCode }) => reportNoCode(rewards, name),
      () => {},
    )
  }, PATIENCE_MS)
  rewards.addEventListener('destroy', () => clearTimeout(timer))
}
