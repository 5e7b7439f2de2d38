import { isNear } from '../base/is-near.js'
import type { RewardsOptions } from './options.js'
import { scriptFolder } from './script-folder.js'

/** What a script tag says. */
interface ScriptTag {
  options: RewardsOptions
  /** The attributes that are no options, as names of the `dataset`: those of tools, and misspelt ones. */
  others: string[]
}

/** The options that the script tag can set, as names of its `dataset`. `analytics` is read by a file that loads only for it. */
export const TAG_OPTIONS = ['domain', 'consent', 'carrier', 'vendor', 'locale', 'debug', 'analytics']

/** Reads the options of a runtime from its script tag. They are not checked. */
export function readScriptTag(script: HTMLScriptElement | undefined): ScriptTag {
  const { domain, consent, carrier, vendor, locale, debug = 'false', ...rest } = script?.dataset ?? {}
  const others = Object.keys(rest)
  const options = {
    domain: domain ?? folderOf(script),
    // A consent that cannot be understood may be a refusal. Until it is corrected, nothing is stored, and no cookie is sent.
    consent: consent ?? (others.some(name => isNear(name, 'consent', 2)) ? 'unset' : consent),
    carrier,
    vendor,
    data: locale ? { locale } : {},
    // Without a value, the attribute is an empty string.
    debug: debug !== 'false' && debug !== 'query',
  }
  return { options: options as RewardsOptions, others }
}

/** Whether the address of the page asks for the inspector, and the script tag allows that. */
export const isInspected = (script: HTMLScriptElement | undefined): boolean =>
  /[?&]rewards_debug=1\b/.test(location.search) && script?.dataset.debug === 'query'

/** The folder of the script: the program domain, or its reverse proxy, serves the script from its own path. */
function folderOf(script: HTMLScriptElement | undefined) {
  const src = script?.src ?? ''
  // An inline script and a blob have no folder.
  return /^(https?|file):/.test(src) ? scriptFolder(src) : location.origin
}
