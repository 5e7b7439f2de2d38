import type { ArrivedToken, TokenDetails } from '../token/held-token.js'
import type { IdentityContext } from './identity-context.js'

/**
 * Puts a token in force. If it stands for another person than the token before, every call of that person ends with `logged_out`. Returns
 * false, and changes nothing, if the answer to a later request has already decided which token is in force.
 */
export function replaceToken(
  { authorizer, token, broadcast }: Pick<IdentityContext, 'authorizer' | 'token' | 'broadcast'>,
  { stamp, access_token, travelsByCookie }: ArrivedToken,
  details: TokenDetails,
): boolean {
  const isAnother = token.isAnotherPerson(details)
  if (!token.replace(stamp, access_token, travelsByCookie, details)) return false
  if (isAnother) {
    authorizer.endSession()
    broadcast('person')
  }
  return true
}
