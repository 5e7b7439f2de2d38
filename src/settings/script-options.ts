import { isNear } from '../base/is-near.js'
import { type Carrier, type Consent, readOptions, type Settings } from './options.js'
import { scriptFolder } from './script-folder.js'

/** The attributes of the script tag that diagnostics read, as names of its `dataset`: those of tools, misspelt ones, and `data-debug`. */
export function unknownAttributes(script: HTMLScriptElement | undefined): string[] {
  return Object.keys(script?.dataset ?? {}).filter(name => !/^(domain|consent|carrier|vendor|locale)$/.test(name))
}

/** Reads the options of a runtime from its script tag. Throws `invalid_argument`. */
export function readScriptOptions(script: HTMLScriptElement | undefined): Settings {
  const { domain, consent, carrier, vendor, locale } = script?.dataset ?? {}
  return readOptions({
    domain: domain ?? folderOf(script),
    // A consent that cannot be understood may be a refusal. Until it is corrected, nothing is stored, and no cookie is sent.
    consent: (consent ??
      (unknownAttributes(script).some(name => isNear(name, 'consent', 2)) ? 'unset' : consent)) as Consent,
    carrier: carrier as Carrier,
    vendor,
    data: locale ? { locale } : {},
    debug: readDebug(script),
  })
}

/** Reads `data-debug` apart: it also holds if another option is wrong. Without a value, the attribute is an empty string. */
export const readDebug = (script: HTMLScriptElement | undefined): boolean =>
  (script?.dataset.debug ?? 'false') !== 'false'

/** The folder of the script: the program domain, or its reverse proxy, serves the script from its own path. */
function folderOf(script: HTMLScriptElement | undefined) {
  const src = script?.src ?? ''
  // An inline script and a blob have no folder.
  return /^(https?|file):/.test(src) ? scriptFolder(src) : location.origin
}
