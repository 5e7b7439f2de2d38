import { asksForSecret } from './asks-for-secret.js'

/** Whether a field of a form may have a name (`FIELD_NAMES`). A name of `Object.prototype` would read as a value that nobody has entered. */
export const isFieldName = (name: string): boolean =>
  /^(?!(container|event_time)$)[a-z][\w.]{0,99}$/i.test(name) && !(name in {}) && !asksForSecret(name)
