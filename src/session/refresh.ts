import { joinRun } from '../base/join-run.js'
import { loggedOut } from '../error/error.js'
import { described, type HeldToken } from '../token/login.js'
import { TOKEN_PATH } from './ask-about.js'
import type { IdentityContext } from './identity-context.js'
import { detailsIn } from './token-details.js'

export interface Refresh {
  /** Reads the details of the token in force (specification 4.3, consumer token details), once for all callers at a time. */
  refresh(): Promise<void>
  /** Reads the details of the token in force, and acquires a token first if none is held. Resolves with the token and its details. */
  readToken(): Promise<HeldToken>
  /** Reads the details unless they are known: a token that came by the program's cookie may be a person's. */
  refreshIfUnknown(): Promise<void>
}

/** A platform that replaces the token with each answer would be asked without end. */
const REPETITIONS = 5

/** `allEvaluated` resolves once every token that has arrived so far is evaluated. */
export function createRefresh(
  { client, token, consumer }: IdentityContext,
  allEvaluated: () => Promise<unknown>,
): Refresh {
  const refresh = joinRun(async () => {
    await allEvaluated()
    if (token.current()) await readToken()
    else consumer.refresh()
  })

  async function readToken(repetitions = REPETITIONS): Promise<HeldToken> {
    const before = token.current()?.access_token
    const answer = await client.api('GET', TOKEN_PATH)
    const held = token.current()
    if (!held) throw loggedOut()
    // The token was replaced meanwhile: the answer may be about the one before.
    if (repetitions && before && before !== held.access_token) return readToken(repetitions - 1)
    const details = detailsIn(answer, held.access_token)
    token.apply(described(held.access_token, details))
    consumer.refresh()
    return { ...held, ...details }
  }

  return {
    refresh,
    readToken: () => readToken(),
    async refreshIfUnknown() {
      if (token.current() && !consumer.current().scopes.length) await refresh()
    },
  }
}
