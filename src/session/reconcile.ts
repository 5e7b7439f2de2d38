import type { IdentityContext } from './identity-context.js'
import type { Refresh } from './refresh.js'

/**
 * Finds out whose the waiting events are, before another person is proved: the answers to their first attempts may be lost, and the
 * platform recognizes a repeated event by its token. Resolves with true if the consumer is a person, or if the platform may know them as one.
 */
export async function reconcile(context: IdentityContext & Pick<Refresh, 'refreshIfUnknown'>): Promise<boolean> {
  const { client, consumer, token, tracker, usesCookies, refreshIfUnknown } = context
  const isPerson = () => consumer.current().level !== 'anonymous'
  const delivery = await tracker.usedDelivery()
  const waiting = delivery ? await delivery.waiting() : 'nothing'
  if (!delivery || waiting === 'nothing') {
    await refreshIfUnknown()
    return isPerson()
  }
  await delivery.keepSender()
  // If the answer to a call that identified the consumer was lost, the program's cookie holds the person's token: a zone's answer brings it.
  if (client.isSimple()) await client.web('/zones', {})
  await refreshIfUnknown()
  await delivery.keepSender()
  // The page does not use the cookie any more after the answer to a proof was lost.
  const { access_token, travelsByCookie, isDoubtful } = token.login()
  const isCookieUnused = Boolean(access_token) && !travelsByCookie && usesCookies()
  // Without the cookie only the answer to the identifying event can tell.
  return isPerson() || isCookieUnused || isDoubtful || waiting === 'an identifying event'
}
