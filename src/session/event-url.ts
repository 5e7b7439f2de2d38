import { randomId } from '../base/random-id.js'
import { invalid, RewardsError, readArguments, requireText } from '../error/error.js'
import type { Client } from '../http/client.js'
import type { Data, Settings } from '../settings/options.js'
import type { App } from '../token/app.js'
import { claimsIdentity } from '../token/consumer.js'
import { isIdentified } from '../token/scope.js'
import { claimsIn } from './claim.js'
import { identifyAtOnce } from './identify-at-once.js'
import type { Refresh } from './refresh.js'

interface EventUrlContext extends Pick<Refresh, 'readToken'> {
  client: Client
  settings: Settings
  app: App
  /** Sends a call whose data identifies the consumer. */
  sendClaim(data: Data, send: () => Promise<unknown>): Promise<unknown>
}

/**
 * Resolves with a URL that submits an event when it is fetched, for a pixel on this page (specification 4.3). It contains the consumer's
 * token. Fetching it twice submits one event. Data that claims an identity identifies an anonymous consumer at once, and not only when the
 * URL is fetched. Throws `invalid_argument` for objects and lists, which a query cannot express, and `native_error` in a native app, which
 * may log URLs.
 */
export async function eventUrl(context: EventUrlContext, name: string, data: Data): Promise<string> {
  const { client, settings, app } = context
  const url = readArguments('eventUrl()', () => urlWithoutToken(settings.base, name, data))
  // The platform is asked, because the token in force may be dead. The page would not notice it at the pixel, which would create another consumer.
  let token = await context.readToken()
  // Checked after the call: the call has waited until it is known whether there is a native app.
  if (app.isConnected) throw noTokenInAddress()
  if (claimsIdentity(data) && !isIdentified(token)) {
    // The platform answers an identifying event with another token. The page cannot read the answer to a pixel, and would lose its consumer.
    await context.sendClaim(data, () => identifyAtOnce(client, claimsIn(data)))
    token = await context.readToken()
  }
  url.searchParams.set('access_token', token.access_token)
  return url.href
}

function urlWithoutToken(base: string, name: string, data: Data): URL {
  requireText('eventUrl() needs an event name', name)
  const url = new URL(`${base}/events/${encodeURIComponent(name)}`)
  for (const [key, value] of Object.entries({ partner_event_id: randomId(), ...data })) {
    if (Object(value) === value)
      throw invalid(`eventUrl() takes text, numbers and booleans; ${key} is an object. Use track().`)
    if (value != null) url.searchParams.set(key, `${value}`)
  }
  return url
}

/** What the page can do instead depends on the call. The console says it. */
export const noTokenInAddress = () =>
  new RewardsError('native_error', 'A native app may log a URL that contains the token', {
    parameters: { reason: 'token_in_address' },
  })
