import type { Answer } from '../http/send.js'
import { levelOf } from '../token/consumer.js'
import { described, type TokenDetails } from '../token/login.js'
import { TOKEN_PATH } from './ask-about.js'
import type { IdentityContext } from './identity-context.js'
import { fetchDetails, incompleteAnswer, readDetails } from './token-details.js'

export interface RenewalContext extends IdentityContext {
  /** Has the platform revoke the token of the person who has logged out. Then there is no logout marker any more. */
  revoke(): Promise<void>
  /** Asks the host for a JWT. Absent without the option `jwt`. Resolves with null if the host has none. */
  requestProof: (() => Promise<string | null>) | undefined
}

export interface Renewal {
  /** Acquires a token while none is held: from the native app, by a proof for a consumer who was verified, by the program's cookie, or a new one. */
  renew(): Promise<void>
  /** Until the platform has heard of a logout, its cookie would bring the person back. Never rejects. */
  finishLogout(): Promise<void>
  /** The details in the answer that created this token. Only the first call for a token has them. */
  takeCreated(access_token: string): TokenDetails | undefined
}

interface CreatedToken {
  access_token: string
  details: TokenDetails
}

/** The app's first token may be dead. Then the app is asked for another. */
const APP_ATTEMPTS = 2

export function createRenewal(context: RenewalContext): Renewal {
  const { settings, app, authorizer, client, token, consumer, usesCookies, requestProof } = context
  /** The newest token that this page has created. */
  let created: CreatedToken | undefined

  async function renew() {
    await finishLogout()
    const appJwt = await renewByApp()
    if (token.current()) return consumer.refresh()
    const jwt = appJwt || (levelOf(token.login()) === 'verified' && requestProof && (await requestProof()))
    // With cookies the platform may still know the consumer whose token the page has lost: a zone without a name brings that token.
    const mayFindCookie = !jwt && !settings.tokenDuration && usesCookies() && !token.login().isLoggedOut
    if (mayFindCookie) return void (await client.exchange({ method: 'POST', path: '/zones', body: '{}' }))
    await requestToken(jwt || undefined)
    // On a page that knew nobody, the new token came into force unevaluated: nobody has read which person it stands for.
    if (appJwt && created) await readPerson(created)
  }

  async function finishLogout() {
    if (token.login().isLoggedOut) await context.revoke().catch(() => {})
  }

  /** Asks the native app for a token, if it keeps the token. Resolves with a JWT if the app gives that instead. */
  async function renewByApp(): Promise<string | undefined> {
    let dead: string | undefined
    for (let attempt = 0; app.renewToken && attempt < APP_ATTEMPTS; attempt++) {
      const { access_token, jwt, details } = await app.renewToken(dead)
      if (jwt || !access_token) return jwt
      const known = details || (await fetchDetails(client, access_token))
      if (known) return void token.replace({ access_token, travelsByCookie: false, stamp: token.stamp() }, known)
      dead = access_token
    }
    return undefined
  }

  /**
   * Has the platform create a token. The token comes into force like the token of any other answer: the exchange hands it to the authorizer, which has
   * it evaluated.
   */
  async function requestToken(jwt: string | undefined) {
    const body = new URLSearchParams(jwt ? { jwt } : {})
    if (settings.tokenDuration) body.set('duration_seconds', String(settings.tokenDuration))
    const before = authorizer.evaluated()
    const answer = await client.exchange({ method: 'POST', path: TOKEN_PATH, body, readToken: readCreated })
    if (!createdIn(answer) && !client.header(answer, 'token')) throw incompleteAnswer(answer)
    // Until the token is in force, another tab that waits for the lock would create one more.
    if (authorizer.evaluated() !== before) await authorizer.evaluated()
  }

  /** An answer that creates a token tells its details, too: they are kept for `takeCreated`. */
  function readCreated(answer: Answer): string | undefined {
    created = createdIn(answer)
    return created?.access_token
  }

  async function readPerson({ access_token, details }: CreatedToken) {
    token.apply(described(access_token, (await fetchDetails(client, access_token)) ?? details))
    consumer.refresh()
  }

  return {
    renew,
    finishLogout,
    takeCreated(access_token) {
      const details = created?.access_token === access_token ? created.details : undefined
      created = undefined
      return details
    },
  }
}

/** The token that an answer has created. Undefined if the answer is a refusal, or is not from the platform. */
function createdIn({ json }: Answer): CreatedToken | undefined {
  const { access_token, scopes } = Object(json)
  const isWhole = typeof access_token === 'string' && Array.isArray(scopes)
  return isWhole ? { access_token, details: readDetails(json) } : undefined
}
