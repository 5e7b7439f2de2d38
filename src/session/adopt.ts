import type { TokenDetails } from '../token/held-token.js'
import type { IdentityContext } from './identity-context.js'
import { fetchDetails, rankOf } from './token-details.js'

interface Adoption extends Pick<IdentityContext, 'app' | 'client' | 'token' | 'consumer'> {
  replaceToken(stamp: number, access_token: string, travelsByCookie: boolean, details: TokenDetails): boolean
}

/**
 * Puts the token that a share link has brought in force (specification 5.4). A verified token is refused: otherwise a link could log its
 * visitor in as its sender. A visitor who is a person already stays that person.
 */
export async function adoptToken(adoption: Adoption, access_token: string): Promise<void> {
  const { app, client, token, consumer, replaceToken } = adoption
  if (token.current()?.access_token === access_token) return
  // A native app that holds the token knows better who its person is.
  const details = app.renewToken ? undefined : await fetchDetails(client, access_token).catch(() => undefined)
  if (!details || rankOf(details) === 2 || rankOf(token.current()) > 0) return
  // The anonymous device becomes the one that followed the link.
  token.drop(token.current()?.access_token)
  replaceToken(token.stamp(), access_token, false, details)
  consumer.refresh()
}
