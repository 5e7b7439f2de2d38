import { isNear } from '../base/is-near.js'

/** The options that the script tag can set, as names of its `dataset`. */
export const TAG_OPTIONS = ['domain', 'consent', 'carrier', 'vendor', 'locale', 'debug', 'analytics']

/** The option that a misspelt name of the tag's `dataset` stands for. Undefined for an option, and for the attributes of other tools. */
export const misspeltOption = (name: string): string | undefined =>
  TAG_OPTIONS.includes(name) ? undefined : TAG_OPTIONS.find(each => isNear(name.toLowerCase(), each, 2))

/** Whether a script element loads the runtime. */
export const isRuntimeTag = ({ src }: HTMLScriptElement): boolean => /\/rewards\.js([?#]|$)/.test(src)
