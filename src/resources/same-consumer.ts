import { loggedOut } from '../error/error.js'
import type { Connection } from './connection.js'

/** Remembers the consumer of a call: the next person at this browser must not get its answer. */
export function rememberConsumer({ token }: Connection) {
  const { signal } = token.login()
  const hasLeft = () => token.login().signal !== signal
  return {
    /** Whether this consumer has logged out, or another person has taken their place. */
    hasLeft,
    /** Throws `logged_out` if the consumer has left. */
    check() {
      if (hasLeft()) throw loggedOut()
    },
  }
}
