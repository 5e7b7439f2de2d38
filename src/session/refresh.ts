import { joinRun } from '../join-run.js'
import type { IdentityContext } from './identity-context.js'
import { readDetails, TOKEN_PATH } from './token-details.js'

export interface Refresh {
  /** Reads the details of the token in force (specification 4.3, consumer token details), once for all callers at a time. */
  refresh(): Promise<void>
  /** The same where they have not been read yet: a token that came by the program's cookie may be a person's. */
  refreshIfUnknown(): Promise<void>
}

/** `allEvaluated` resolves once every token that has arrived so far is evaluated. */
export function createRefresh(
  { client, token, consumer }: IdentityContext,
  allEvaluated: () => Promise<unknown>,
): Refresh {
  const refresh = joinRun(async () => {
    await allEvaluated()
    if (token.current()) await readTokenInForce()
    consumer.refresh()
  })

  /** Reads the details again if the token was replaced meanwhile. */
  async function readTokenInForce() {
    let read: string | undefined
    do {
      read = token.current()?.access_token
      const { json } = await client.api('GET', TOKEN_PATH)
      const details = readDetails(json)
      if (read) token.updateDetails(read, details)
    } while (token.current() && token.current()?.access_token !== read)
  }

  return {
    refresh,
    async refreshIfUnknown() {
      if (token.current() && !consumer.current().scopes.length) await refresh()
    },
  }
}
