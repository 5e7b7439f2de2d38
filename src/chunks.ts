// What a page may never need, fetched on first use. A bundler splits these off; the script-tag build puts chunks.script.ts in this place.
export const widgets = () => import('../widgets/index.js')
export const resources = () => import('./resources/index.js')
export const events = () => import('./outbox/index.js')
export const identity = () => import('./identity.js')
export const verification = () => import('./verify.js')
export const sharing = () => import('./share.js')
export const consentSources = () => import('./consent/index.js')
