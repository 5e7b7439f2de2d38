import { loadPart } from './load-part.js'
import type { ConsentSource, SetConsent } from './options.js'

// What a page may never need, fetched on first use. A bundler splits these off; the script-tag build puts chunks.script.ts in this place.
export const widgets = (): Promise<unknown> => loadPart('widgets', () => import('../widgets/index.js'))
export const resources = () => loadPart('resources', () => import('./resources/index.js'))
export const events = () => loadPart('events', () => import('./outbox/index.js'))
export const identity = () => loadPart('identity', () => import('./identity.js'))
export const verification = () => loadPart('verify', () => import('./verify.js'))
export const sharing = () => loadPart('share', () => import('./share.js'))
export const native = () => loadPart('native', () => import('./native/shell.js'))

/** Each source by its name, so that each is a file of its own. */
const CONSENT_SOURCES: Record<ConsentSource, () => Promise<{ follow(setConsent: SetConsent): void }>> = {
  tcf: () => import('./consent/tcf.js'),
  gpp: () => import('./consent/gpp.js'),
  gcm: () => import('./consent/gcm.js'),
  gpc: () => import('./consent/gpc.js'),
}

export const consentSource = (source: ConsentSource) => loadPart(source, CONSENT_SOURCES[source])
