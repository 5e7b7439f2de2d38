import { type Consumer, type ConsumerWatch, consumerOf, type IdentityClaims, namesConsumer } from './consumer.js'
import type { Client } from './http/client.js'
import type { RewardsError } from './http/error.js'
import { isDeadToken } from './http/read.js'
import type { Data } from './options.js'
import type { Delivery } from './outbox/delivery.js'
import type { TokenStore } from './token/store.js'
import type { HeldToken, Scope, Token } from './token/token.js'
import type * as Verification from './verify.js'

/** What the calls about who the consumer is work on. */
export interface IdentityHooks {
  client: Client
  token: Token
  store: TokenStore
  consumer: ConsumerWatch
  delivery(): Promise<Delivery>
  track(name: string, data: Data): Promise<unknown>
  jwt: (() => string | Promise<string>) | undefined
  /** What reads JWTs, fetched when there is one to read. */
  verification(): Promise<typeof Verification>
  onLogout(): void
}

export interface Identity {
  /** Reads what the token in force is worth (specification 4.3, consumer token details), once for all who want to know. */
  learn(): Promise<void>
  /**
   * The platform brought another token for a consumer who is more than anonymous. A web-friendly call never says that a token died, so
   * the new one is believed only once its scopes are known: a lower one means that the old one, or only its cookie, is gone.
   */
  weigh(stamp: number, access_token: string, cookie: boolean): Promise<void>
  /** Takes up the token a share link has brought, unless it proves somebody: else a link could log its visitor in as its sender (specification 5.4). */
  adopt(access_token: string): Promise<void>
  identify(claims: IdentityClaims): Promise<Consumer>
  verify(jwt?: string): Promise<Consumer>
  /** A JWT fit to be sent, from the host. */
  proof(): Promise<string>
  requestVerificationEmail(): Promise<{ polling_id: string; status: string }>
  logout(): Promise<void>
}

type Details = { scopes: Scope[]; expires_at: number }

/** What waits gets this long to be delivered under the name of the person who leaves. */
const DELIVERY_MS = 2_000

const LEVELS: Consumer['level'][] = ['anonymous', 'identified', 'verified']

export function createIdentity(hooks: IdentityHooks): Identity {
  const { client, token, store, consumer, delivery, track, jwt, verification, onLogout } = hooks
  const learn = once(async () => {
    const access_token = token.current()?.access_token
    if (access_token) token.learn(access_token, readDetails(await client.api('GET', '/api/v5/token')))
    consumer.notice()
  })
  const ask = jwt && once(async () => jwt())

  const identity: Identity = {
    learn,

    async weigh(stamp, access_token, cookie) {
      const held = token.current()
      const details = await detailsOf(client, access_token)
      if (!details) return
      if (rank(details) >= rank(held)) {
        if (token.settle(stamp, access_token, cookie)) token.learn(access_token, details)
      } else if (held && (await detailsOf(client, held.access_token))) {
        token.learn(held.access_token, { cookie: false })
      } else if (held && token.current()?.access_token === held.access_token) {
        token.drop(held.access_token)
        token.settle(token.stamp(), access_token, cookie)
        token.learn(access_token, details)
        if (jwt && rank(held) === 2) await identity.verify()
      }
      consumer.notice()
    },

    async adopt(access_token) {
      const details = await detailsOf(client, access_token).catch(() => undefined)
      if (!details || rank(details) === 2 || rank(token.current()) > 0) return
      if (token.settle(token.stamp(), access_token, false)) token.learn(access_token, details)
      consumer.notice()
    },

    async identify(claims) {
      if (!namesConsumer(claims)) throw new TypeError('identify() takes an email or a partner_user_id')
      await track('identify', claims)
      return consumer.current()
    },

    async verify(given) {
      const { fitProof, prove } = await verification()
      await prove(client, await fitProof(ask, given))
      await learn()
      return consumer.current()
    },

    proof: async () => (await verification()).fitProof(ask),

    async requestVerificationEmail() {
      const answer = await client.api('POST', '/api/v4/me/send-verification-email', { body: {} })
      // Whether they have confirmed is looked up each time they come back to the page.
      document.addEventListener('visibilitychange', async function look() {
        if (document.visibilityState !== 'visible') return
        await learn().catch(() => {})
        if (consumer.current().level === 'verified') document.removeEventListener('visibilitychange', look)
      })
      return answer as { polling_id: string; status: string }
    },

    async logout() {
      const held = token.current()
      const events = await delivery().catch(() => undefined)
      await Promise.race([events?.drain(), new Promise(resolve => setTimeout(resolve, DELIVERY_MS))])
      client.end()
      await events?.end()
      token.forget()
      store.bury()
      consumer.notice()
      onLogout()
      if (held) await revoke(client, held)
      store.lift()
    },
  }
  return identity
}

/** One run for all who ask while it is under way. */
function once<T>(run: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  return () => {
    running ??= run().finally(() => {
      running = undefined
    })
    return running
  }
}

/** With cookies, so that the platform clears its own. A token that is dead already is as good as revoked. */
async function revoke(client: Client, { access_token, cookie }: HeldToken) {
  const request = { method: 'DELETE', path: '/api/v5/token', bearer: true, withCookies: cookie }
  await client.exchange(request, access_token).catch(error => {
    if (!isDeadToken(error)) throw error
  })
}

/** Nothing where the platform does not know the token any more. */
async function detailsOf(client: Client, access_token: string): Promise<Details | undefined> {
  try {
    const { text } = await client.exchange({ method: 'GET', path: '/api/v5/token', bearer: true }, access_token)
    return readDetails(JSON.parse(text))
  } catch (error) {
    if (isDeadToken(error as RewardsError)) return undefined
    throw error
  }
}

function readDetails(json: unknown): Details {
  const { scopes, expires_in } = Object(json)
  return {
    scopes: Array.isArray(scopes) ? scopes.map(String) : [],
    expires_at: expires_in > 0 ? Date.now() + expires_in * 1000 : 0,
  }
}

const rank = (held: Partial<Details> | undefined) => LEVELS.indexOf(consumerOf(held).level)
