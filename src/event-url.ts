import type { App } from './app.js'
import { claimsIdentity } from './consumer.js'
import type { Client } from './http/client.js'
import { invalid, RewardsError, readArguments, requireText } from './http/error.js'
import type { Data, Settings } from './options.js'
import { randomId } from './random-id.js'
import { submitIdentify } from './session/identify-event.js'
import { textOf, textsIn } from './text-of.js'
import { isIdentified } from './token/scope.js'

interface EventUrlContext {
  client: Client
  settings: Settings
  app: App
}

/**
 * An address that submits an event when it is fetched, for a pixel on this page (specification 4.3). The consumer's token is in it, so
 * it is for this page alone. Fetched twice it is one event. Where the data names a consumer who is anonymous, they are identified at once,
 * and not only when the address is fetched. Throws `invalid_argument` for what a query cannot say: objects and lists;
 * `native_error` in a native app, which logs addresses.
 */
export async function eventUrl(context: EventUrlContext, name: string, data: Data): Promise<string> {
  const { client, settings, app } = context
  const url = readArguments('eventUrl()', () => addressOf(settings.base, name, data))
  // Asked for: a pixel cannot tell that a token is dead, and would make another consumer.
  let token = await tokenInForce(client)
  // Not asked before: only once there is a token is it known who is around the page.
  if (app.isConnected) throw noTokenInAddress()
  if (claimsIdentity(data) && !isIdentified(token)) {
    // The platform answers what names a device with another token. The page cannot read the answer of a pixel, and would lose its consumer.
    await submitIdentify(client, claimsIn(data))
    token = await tokenInForce(client)
  }
  url.searchParams.set('access_token', token.access_token)
  return url.href
}

/** The address without the token. */
function addressOf(base: string, name: string, data: Data): URL {
  requireText('eventUrl() needs an event name', name)
  const url = new URL(`${base}/events/${encodeURIComponent(name)}`)
  for (const [key, value] of Object.entries({ partner_event_id: randomId(), ...data })) {
    if (Object(value) === value)
      throw invalid(`eventUrl() takes text, numbers and booleans; ${key} is an object. Use track().`)
    if (value != null) url.searchParams.set(key, `${value}`)
  }
  return url
}

async function tokenInForce(client: Client): Promise<{ access_token: string; scopes: string[] }> {
  const { access_token, scopes } = Object(await client.api('GET', '/api/v5/token'))
  return { access_token: textOf(access_token) ?? '', scopes: textsIn(scopes) }
}

const claimsIn = ({ email, partner_user_id }: Data): Data => ({
  ...(email ? { email } : {}),
  ...(partner_user_id ? { partner_user_id } : {}),
})

/** The logs of a native app hold addresses. */
export const noTokenInAddress = () =>
  new RewardsError(
    'native_error',
    'A native app may log URLs, so the SDK puts no token into one. Use track() instead of eventUrl().',
    { parameters: { reason: 'token_in_address' } },
  )
