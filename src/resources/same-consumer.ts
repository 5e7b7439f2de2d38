import { loggedOut } from '../http/error.js'
import type { Connection } from './connection.js'

/** Remembers the consumer of a call, as soon as one is known: the next person at this browser must not get the answer. */
export function rememberConsumer({ token }: Connection) {
  // An owner without a token is not known yet: an event has been tracked, and the first token will get this owner.
  let owner = token.current()?.owner
  const hasLeft = () => {
    owner ||= token.current()?.owner
    return owner !== undefined && owner !== token.owner()
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
