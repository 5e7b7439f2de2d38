/**
 * The inspector: a drawer that shows what the runtime does, for developers.
 * @module rewards-web-sdk/debug
 */

export { recordCalls } from './call-log.js'
export type { Side } from './inspector.js'
export { type InspectorOptions, type OpenInspector, openInspector } from './open-inspector.js'
