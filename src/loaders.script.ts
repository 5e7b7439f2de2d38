import { loadPart } from './load-part.js'
import type { Loaders } from './loaders.js'
import { ownScript } from './own-script.js'

/** The folder of this release, beside the script. The build replaces the name. */
const FOLDER = 'rewards-chunks'

/**
 * For the script tag: loads each module from beside the script. A classic script from another origin has no base address for relative
 * imports, so the address is read while the browser still says which script this is.
 */
const beside = ownScript?.src || location.href

export const addressOf = (name: string) => new URL(`${FOLDER}/${name}.js`, beside).href

/** Browsers remember that a module failed to load: the second attempt uses another address. */
function load(name: string) {
  const href = addressOf(name)
  return loadPart(
    name,
    () => import(/* @vite-ignore */ href),
    () => import(/* @vite-ignore */ `${href}?${Date.now()}`),
  )
}

export const scriptLoaders: Loaders = {
  // The page may have the element from the npm package.
  loadWidgets: async () => customElements.get('rewards-zone') ?? load('widgets'),
  loadResources: () => load('resources'),
  loadOutbox: () => load('events'),
  loadIdentity: () => load('identity'),
  loadJwt: () => load('verify'),
  loadShare: () => load('share'),
  loadShell: () => load('native'),
  loadConsentSource: load,
}
