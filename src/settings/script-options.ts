import { type Carrier, type Consent, readOptions, type Settings } from './options.js'
import { scriptFolder } from './script-folder.js'

/** Reads the options of a runtime from its script tag. Throws `invalid_argument`. */
export function readScriptOptions(script: HTMLScriptElement | undefined): Settings {
  const { domain, consent, carrier, vendor, locale } = script?.dataset ?? {}
  return readOptions({
    domain: domain ?? folderOf(script),
    consent: consent as Consent,
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
