import { RewardsError } from '../http/error.js'
import type { Connection } from './connection.js'

/** Notes who the consumer is, as soon as somebody is known: what was asked for them must not be answered to the next at this browser. */
export function whoIsHere({ token }: Connection) {
  // An owner without a token is nobody yet: an event has been tracked, and no more is known.
  let owner = token.current()?.owner
  /** Whether they have left. */
  const gone = () => {
    owner ||= token.current()?.owner
    return owner !== undefined && owner !== token.owner()
  }
  return {
    gone,
    /** Throws `logged_out` once they have left. */
    check() {
      if (gone()) throw new RewardsError('logged_out', 'The consumer logged out during the call')
    },
  }
}
