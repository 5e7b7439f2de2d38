import { attempt } from '../base/attempt.js'
import type { Answer } from '../http/send.js'
import { levelOf } from '../token/consumer.js'
import { described, NOBODY, replaced } from '../token/login.js'
import type { IdentityContext } from './identity-context.js'
import { detailsIn, fetchDetails } from './token-details.js'

/**
 * Puts the token of a share link in force (specification 5.4), if the page's own consumer is anonymous: a visitor who is a person stays that
 * person. The token of a verified consumer is refused: otherwise a link could log its visitor in as its sender. `answer` is the platform's about the
 * token, if it has answered.
 */
export async function adoptToken(
  context: IdentityContext,
  access_token: string,
  answer: Answer | undefined,
): Promise<void> {
  const { token, consumer } = context
  const details = answer && attempt(() => detailsIn(answer, access_token))
  if (!details || levelOf(details) === 'verified' || (await mayBePerson(context))) return
  // The device's token is not the same person's: the link's login inherits nothing.
  if (token.current()) token.apply(replaced(token.newOwner()))
  token.replace({ access_token, travelsByCookie: false, stamp: token.stamp() }, details)
  consumer.refresh()
}

/** Whether the visitor is, or may be, a person. The program's cookie can have brought a token whose details nobody has read yet. */
async function mayBePerson({ client, token, consumer }: IdentityContext): Promise<boolean> {
  const held = token.current()
  if (held && !held.scopes.length) {
    try {
      const details = await fetchDetails(client, held.access_token)
      if (details) token.apply(described(held.access_token, details))
    } catch {
      return true
    }
    consumer.refresh()
  }
  return levelOf(token.current() ?? NOBODY) !== 'anonymous'
}
