import type { Answer } from '../http/send.js'
import type { TokenDetails } from '../token/held-token.js'
import type { IdentityContext } from './identity-context.js'
import { fetchDetails, readDetails, TOKEN_PATH } from './token-details.js'

export interface RenewalContext
  extends Pick<
    IdentityContext,
    'settings' | 'app' | 'authorizer' | 'client' | 'token' | 'store' | 'consumer' | 'usesCookies'
  > {
  /** Revokes the token of the person who has logged out. */
  revoke(): Promise<void>
  /** A fresh JWT of the host, where the option `jwt` is set. */
  proof: (() => Promise<string | undefined>) | undefined
  /** Puts a token in force. */
  replaceToken(stamp: number, access_token: string, travelsByCookie: boolean, details: TokenDetails): boolean
}

export interface Renewal {
  /** Brings a token where none is held: by a proof for a consumer who was verified, and with the lifetime that the host has asked for. */
  renew(): Promise<unknown>
  /** The details in the answer that created this token; once. */
  takeCreated(access_token: string): TokenDetails | undefined
}

/** The app's token at hand may be dead: then the app makes another. */
const APP_ATTEMPTS = 2

export function createRenewal(context: RenewalContext): Renewal {
  const { settings, app, authorizer, client, token, store, consumer, usesCookies, proof } = context
  /** The newest token that this page has created. */
  let created: { access_token: string; details: TokenDetails } | undefined

  async function renew() {
    await finishLogout()
    const appJwt = await renewByApp()
    if (token.current()) return consumer.refresh()
    const jwt = appJwt || (consumer.known().level === 'verified' && proof && (await proof()))
    // Under the cookie carrier a zone without a name finds the token of a cookie that has outlived the page's copy.
    const mayFindCookie = !jwt && !settings.tokenDuration && usesCookies() && !store.isLoggedOut()
    if (mayFindCookie) return client.exchange({ method: 'POST', path: '/zones', body: '{}' })
    await createTokenWith(jwt || undefined)
    // On a page that knew nobody, no evaluation has read the details.
    if (appJwt && created) await readCreated(created)
  }

  /** The platform has not heard of a logout: its cookie would bring the person back. */
  async function finishLogout() {
    if (store.isLoggedOut()) await context.revoke().then(store.clearLogoutMarker, () => {})
  }

  /** Asks the native app, where it keeps the token. Resolves with a JWT where the app gives one instead of a token. */
  async function renewByApp(): Promise<string | undefined> {
    let dead: string | undefined
    for (let attempt = 0; app.renewToken && attempt < APP_ATTEMPTS; attempt++) {
      const { access_token, jwt, details } = await app.renewToken(dead)
      if (jwt || !access_token) return jwt
      const known = details || (await fetchDetails(client, access_token))
      if (known && context.replaceToken(token.stamp(), access_token, false, known)) return undefined
      dead = access_token
    }
    return undefined
  }

  async function createTokenWith(jwt: string | undefined) {
    const body = new URLSearchParams(jwt ? { jwt } : {})
    if (settings.tokenDuration) body.set('duration_seconds', String(settings.tokenDuration))
    const before = authorizer.evaluated()
    await client.exchange({ method: 'POST', path: TOKEN_PATH, body, readToken: readCreatedToken })
    // The token is in force only then: another tab that waits for its turn would create one more.
    if (authorizer.evaluated() !== before) await authorizer.evaluated()
  }

  async function readCreated({ access_token, details }: NonNullable<typeof created>) {
    token.updateDetails(access_token, (await fetchDetails(client, access_token)) ?? details)
    consumer.refresh()
  }

  /** An answer that creates a token tells its details, too. */
  function readCreatedToken({ status, text }: Answer): string | undefined {
    try {
      const { access_token, ...details } = status < 300 && JSON.parse(text)
      created = { access_token, details: readDetails(details) }
      return access_token
    } catch {
      return undefined // a captive portal's page
    }
  }

  return {
    renew,
    takeCreated(access_token) {
      const details = created?.access_token === access_token ? created.details : undefined
      created = undefined
      return details
    },
  }
}
