// What a page may never need, fetched on first use. A bundler splits these off; the script-tag build puts chunks.script.ts in this place.
export const widgets = () => import('../widgets/index.js')
export const resources = () => import('./resources/index.js')
export const identity = () => import('./identity.js')
export const sharing = () => import('./share.js')
