import { ownScript } from '../settings/own-script.js'
import { scriptFolder } from '../settings/script-folder.js'
import { loadPart } from './load-part.js'
import type { Load } from './modules.js'

/** The folder of the modules of this build. The build replaces this name. */
const FOLDER = 'rewards-chunks'

/**
 * The URL of the script. It is read while the script runs for the first time, because later the browser does not know which script this is.
 * Relative imports do not work in a classic script from another origin.
 */
const scriptUrl = ownScript?.src || location.href

/** The URL of a module of this build. */
export const urlOf = (name: string) => `${scriptFolder(scriptUrl)}${FOLDER}/${name}.js`

/**
 * For the script tag: loads each module from the folder beside the script. Browsers remember that a module failed to load, so the second attempt
 * uses another URL.
 */
export const loadFromFolder: Load = name => {
  const href = urlOf(name)
  return loadPart(
    name,
    () => import(/* @vite-ignore */ href),
    () => import(/* @vite-ignore */ `${href}?${Date.now()}`),
  )
}
