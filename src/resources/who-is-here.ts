import type { Connection } from './call.js'

/** Notes who the consumer is, as soon as somebody is known: what was asked for them must not be answered to the next at this browser. */
export function whoIsHere({ client, token }: Connection) {
  let owner = token.owner()
  /** Whether they have left. */
  const gone = () => {
    owner ||= token.owner()
    return owner !== token.owner()
  }
  return {
    gone,
    /** Throws `logged_out` once they have left. */
    check() {
      if (gone()) throw client.error('logged_out', 'Logged out')
    },
  }
}
