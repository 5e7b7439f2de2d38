import { describeUnknownKey } from './describe-unknown-key.js'

/** The own key of a browser's event, and the first one of React's. */
const EVENT_KEY = /^(isTrusted|_reactName)$/

/**
 * The message of an `unknown_key` of a call. Throws for the key of an event, which a listener passes in the place of options when it is the call itself:
 * an event has no misspelt keys.
 */
export function describeUnknownOption(call: string, key: string, known: string[]): string {
  if (EVENT_KEY.test(key)) throw new TypeError(`${call} got an event`)
  return describeUnknownKey(call, key, known)
}
