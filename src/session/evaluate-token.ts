import type { Client } from '../http/client.js'
import type { TokenDetails } from '../token/held-token.js'
import { isIdentified } from '../token/scope.js'
import type { Token } from '../token/token.js'
import { fetchDetails, rankOf } from './token-details.js'

export interface Evaluation {
  client: Client
  token: Token
  /** The details in the answer that created this token. */
  takeCreated(access_token: string): TokenDetails | undefined
  /** Whether a native app, or the host's proof, can bring back a person whose token has died. */
  canRestore(lost: TokenDetails): boolean
  /** Puts a token in force. */
  replaceToken(stamp: number, access_token: string, travelsByCookie: boolean, details: TokenDetails): boolean
}

/**
 * Decides about a token that an answer has brought instead of the one held. A web-friendly call never says that a token has died, so the
 * new token replaces the old one only once its scopes are known. When it is worth less, or stands for a device only, the old token, or
 * only its cookie, is gone. `owner` is the owner of the token when the answer came. Resolves with whether a person was lost who can be
 * restored.
 */
export async function evaluateToken(
  evaluation: Evaluation,
  stamp: number,
  access_token: string,
  travelsByCookie: boolean,
  owner: string | undefined,
): Promise<boolean> {
  const { client, token, replaceToken } = evaluation
  const details = await detailsOf(evaluation, access_token)
  // The new token is dead already, or somebody has logged out meanwhile, perhaps in another tab.
  if (!details || token.owner() !== owner) return false
  const held = token.current()
  if (!held || isReplacement(details, held)) {
    // A token that is worth more was earned by its call, whatever answer has come since.
    const order = rankOf(details) > rankOf(held) ? token.stamp() : stamp
    replaceToken(order, access_token, travelsByCookie, details)
    return false
  }
  if (await fetchDetails(client, held.access_token)) {
    // The old token lives. Only its cookie is gone, or this browser never takes it.
    token.updateDetails(held.access_token, { travelsByCookie: false })
    return false
  }
  token.drop(held.access_token)
  if (evaluation.canRestore(held)) return true
  replaceToken(token.stamp(), access_token, travelsByCookie, details)
  return false
}

/** When a token went in the header, the platform means the other one. A cookie may just not have been sent along. */
function isReplacement(details: TokenDetails, held: TokenDetails & { travelsByCookie: boolean }) {
  const gain = rankOf(details) - rankOf(held)
  return gain > 0 || (gain === 0 && (rankOf(held) > 0 || !held.travelsByCookie))
}

/** The answer that creates a token does not say which person it stands for: for a person's token the platform is asked. */
async function detailsOf({ client, takeCreated }: Evaluation, access_token: string) {
  const created = takeCreated(access_token)
  return created && !isIdentified(created) ? created : fetchDetails(client, access_token)
}
