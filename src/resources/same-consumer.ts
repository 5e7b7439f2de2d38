import { loggedOut } from '../error/error.js'
import { isSameDevice } from '../token/token.js'
import type { Connection } from './connection.js'

/** Remembers the consumer of a call: the next person at this browser must not get its answer. */
export function rememberConsumer({ token }: Connection) {
  // Without a token, the consumer is not known yet: there may be an owner for tracked events, and the first token will get it.
  let owner = token.current()?.owner
  const hasLeft = () => {
    owner ||= token.current()?.owner
    return owner !== undefined && !isSameDevice(owner, token.owner())
  }
  return {
    /** Whether this consumer has logged out, or another person has taken their place. */
    hasLeft,
    /** Throws `logged_out` if the consumer has left. */
    check() {
      if (hasLeft()) throw loggedOut()
    },
  }
}
