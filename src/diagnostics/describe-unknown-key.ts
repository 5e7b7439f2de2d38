import { nearestName } from './nearest-name.js'

/** The longest part of a key that a message shows. */
const SHOWN = 40

/** The message of an `unknown_key`. `where` is the object that has the key; `known` are all keys that it may have. */
export function describeUnknownKey(where: string, key: string, known: string[]): string {
  const nearest = nearestName(key, known)
  const hint = nearest ? `did you mean "${nearest}"?` : 'check its spelling'
  return `${where} has the unknown key "${key.slice(0, SHOWN)}", which is ignored; ${hint}`
}
