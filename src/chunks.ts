import type { ConsentSource, SetConsent } from './options.js'

// What a page may never need, fetched on first use. A bundler splits these off; the script-tag build puts chunks.script.ts in this place.
export const widgets = (): Promise<unknown> => import('../widgets/index.js')
export const resources = () => import('./resources/index.js')
export const events = () => import('./outbox/index.js')
export const identity = () => import('./identity.js')
export const verification = () => import('./verify.js')
export const sharing = () => import('./share.js')
export const native = () => import('./native/shell.js')

/** By its name alone, so that each is a file of its own. */
export const consentSource = (source: ConsentSource): Promise<{ follow(setConsent: SetConsent): void }> =>
  ({
    tcf: () => import('./consent/tcf.js'),
    gpp: () => import('./consent/gpp.js'),
    gcm: () => import('./consent/gcm.js'),
    gpc: () => import('./consent/gpc.js'),
  })[source]()
