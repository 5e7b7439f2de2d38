import type { IdentityContext } from './identity-context.js'
import { replaceToken } from './replace-token.js'
import { fetchDetails, levelOf } from './token-details.js'

/**
 * Puts the token of a share link in force (specification 5.4), if the page's own consumer is anonymous: a visitor who is a person stays that
 * person. The token of a verified consumer is refused: otherwise a link could log its visitor in as its sender.
 */
export async function adoptToken(context: IdentityContext, access_token: string): Promise<void> {
  const { app, client, token, consumer } = context
  if (token.current()?.access_token === access_token) return
  // A native app that keeps the token decides who its consumer is.
  const details = app.renewToken ? undefined : await fetchDetails(client, access_token).catch(() => undefined)
  if (!details || levelOf(details) === 'verified' || levelOf(token.current()) !== 'anonymous') return
  token.drop(token.current()?.access_token)
  replaceToken(context, { access_token, travelsByCookie: false, stamp: token.stamp() }, details)
  consumer.refresh()
}
