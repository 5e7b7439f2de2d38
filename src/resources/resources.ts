import type * as factories from './index.js'

/** The calls of each resource. */
export type Resources = { [name in keyof typeof factories]: ReturnType<(typeof factories)[name]> }
