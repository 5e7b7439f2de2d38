import { loadPart } from './load-part.js'
import { ownScript } from './own-script.js'

// The script tag's chunks.ts: modules from beside the script. A classic script of another origin has no base of its own for relative
// imports, so the address is made here, while the browser still says which script this is.
type Chunks = typeof import('./chunks.js')

const beside = ownScript?.src || location.href

/** A browser remembers that a module failed to load: the second attempt asks under another address. */
const chunk = (name: string) => () => {
  const { href } = new URL(`rewards-chunks/${name}.js`, beside)
  return loadPart(
    name,
    () => import(/* @vite-ignore */ href),
    () => import(/* @vite-ignore */ `${href}?${Date.now()}`),
  )
}

/** None where the page has them from the package beside us. */
export const widgets: Chunks['widgets'] = async () => customElements.get('rewards-zone') ?? chunk('widgets')()
export const resources: Chunks['resources'] = chunk('resources')
export const events: Chunks['events'] = chunk('events')
export const identity: Chunks['identity'] = chunk('identity')
export const verification: Chunks['verification'] = chunk('verify')
export const sharing: Chunks['sharing'] = chunk('share')
export const native: Chunks['native'] = chunk('native')
export const consentSource: Chunks['consentSource'] = source => chunk(source)()
