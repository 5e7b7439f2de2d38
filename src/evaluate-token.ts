import type { Client } from './http/client.js'
import { isIdentified } from './token/scope.js'
import type { Token, TokenDetails } from './token/token.js'
import { fetchDetails, rankOf } from './token-details.js'

export interface EvaluationHooks {
  client: Client
  token: Token
  /** What the answer that made this token has said of it. */
  takeCreated(access_token: string): TokenDetails | undefined
  /** Whether a native app, or a proof of the host, can bring back who was lost. */
  canRestore(lost: TokenDetails): boolean
  /** Puts a token in force. */
  settle(stamp: number, access_token: string, cookie: boolean, details: TokenDetails): boolean
}

/**
 * Decides about a token that an answer brought instead of the one held. A web-friendly call never says that a token died, so the new one
 * is believed only once its scopes are known: one that is worth less, or no more than a device, means that the old one, or only its
 * cookie, is gone. `owner` is whose the token was when the answer came. Resolves with whether somebody was lost who can be restored.
 */
export async function evaluateToken(
  hooks: EvaluationHooks,
  stamp: number,
  access_token: string,
  cookie: boolean,
  owner: string | undefined,
): Promise<boolean> {
  const { client, token, settle } = hooks
  const details = await detailsOfNew(hooks, access_token)
  // Dead already; or somebody has logged out meanwhile, perhaps in another tab.
  if (!details || token.owner() !== owner) return false
  const held = token.current()
  const gain = rankOf(details) - rankOf(held)
  // Instead of one that went in the header, the platform means another; a cookie may just not have come along.
  if (!held || gain > 0 || (!gain && (rankOf(held) > 0 || !held.cookie))) {
    // What is worth more was earned by its call, whatever has been settled since.
    settle(gain > 0 ? token.stamp() : stamp, access_token, cookie, details)
    return false
  }
  if (await fetchDetails(client, held.access_token)) {
    // Only its cookie is gone, or this browser never takes it.
    token.learn(held.access_token, { cookie: false })
    return false
  }
  token.drop(held.access_token)
  if (hooks.canRestore(held)) return true
  settle(token.stamp(), access_token, cookie, details)
  return false
}

/** The answer that makes a token does not say which person it stands for: of a person the platform is asked. */
async function detailsOfNew({ client, takeCreated }: EvaluationHooks, access_token: string) {
  const created = takeCreated(access_token)
  return created && !isIdentified(created) ? created : fetchDetails(client, access_token)
}
