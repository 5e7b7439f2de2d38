import { isNear } from '../base/is-near.js'
import { TAG_OPTIONS } from '../settings/script-options.js'

/** The option that a misspelt name of the tag's `dataset` stands for. Undefined for an option, and for the attributes of other tools. */
export const misspeltOption = (name: string): string | undefined =>
  TAG_OPTIONS.includes(name) ? undefined : TAG_OPTIONS.find(each => isNear(name.toLowerCase(), each, 2))

/** Whether a script element loads the runtime. */
export const isRuntimeTag = ({ src }: HTMLScriptElement): boolean => /\/rewards\.js([?#]|$)/.test(src)
