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
  /** Whether the program domain may have a cookie in this browser. */
  cookies(): boolean
  /** Whether the token is kept where the other tabs find it. */
  keeps(): boolean
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
  /** The same, once for all calls that this token was too little for: true where another has taken its place meanwhile. */
  prove(access_token: string | undefined): Promise<Consumer | true>
  /** A JWT fit to be sent, from the host. */
  proof(): Promise<string>
  requestVerificationEmail(): Promise<{ polling_id: string; status: string }>
  logout(): Promise<void>
  /** Ends everything under way for the person who has logged out in another tab. */
  leave(): Promise<void>
}

type Details = { scopes: Scope[]; expires_at: number }

/** The last one a `Date` can hold. */
const LAST_DATE = 8.64e15

/** What waits gets this long to be delivered under the name of the person who leaves. */
const DELIVERY_MS = 2_000

const LEVELS: Consumer['level'][] = ['anonymous', 'identified', 'verified']

export function createIdentity(hooks: IdentityHooks): Identity {
  const { client, token, store, consumer, cookies, keeps, delivery, track, jwt, verification, onLogout } = hooks
  /** Whoever wants to know who the consumer is waits for this first. */
  let weighing: Promise<void> = Promise.resolve()
  const learn = once(async () => {
    await weighing
    if (token.current()) await look(client, token)
    consumer.notice()
  })
  const ask = jwt && once(async () => jwt())
  const proveOnce = once(verify)

  return {
    learn,

    weigh(stamp, access_token, cookie) {
      const held = token.current()
      // One after the other, or one would tell of a state that another is about to leave.
      const run = weighing.then(() => weigh(held, stamp, access_token, cookie))
      weighing = run.catch(() => {})
      return run.finally(consumer.notice)
    },

    async adopt(access_token) {
      const details = await detailsOf(client, access_token).catch(() => undefined)
      if (!details || rank(details) === 2 || rank(token.current()) > 0) return
      // The device that nobody has named becomes the one that followed the link.
      token.forget()
      if (token.settle(token.stamp(), access_token, false)) token.learn(access_token, details)
      consumer.notice()
    },

    async identify(claims) {
      if (!namesConsumer(claims)) throw new TypeError('identify() takes an email or a partner_user_id')
      await track('identify', claims)
      // What the event has told only in passing is this call's to answer: it fails where nobody can say.
      if (consumer.current().level === 'anonymous') await learn()
      await weighing
      return consumer.current()
    },

    verify,
    prove: async used => token.current()?.access_token !== used || proveOnce(),

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
      const withCookies = cookies()
      const events = delivery().catch(() => undefined)
      const delivered = events.then(of => of?.drain()).catch(() => {})
      await Promise.race([delivered, new Promise(resolve => setTimeout(resolve, DELIVERY_MS))])
      client.end()
      token.forget()
      store.bury()
      consumer.notice()
      onLogout()
      const emptied = events.then(of => of?.end())
      // The cookie may outlive the page's own copy, and be all that is left of the person.
      if (held || withCookies) await revoke(client, held?.access_token, withCookies)
      store.lift()
      await emptied
    },

    async leave() {
      client.end()
      // What is kept, the other tab has seen to.
      if (!keeps()) token.forget()
      consumer.notice()
      await (await delivery()).end()
    },
  }

  async function verify(given?: string) {
    await submitProof(given)
    await learn()
    return consumer.current()
  }

  async function submitProof(given?: string) {
    const { fitProof, prove } = await verification()
    await prove(client, await fitProof(ask, given))
  }

  async function weigh(held: HeldToken | undefined, stamp: number, access_token: string, cookie: boolean) {
    const details = await detailsOf(client, access_token)
    if (!details || !held) return
    if (rank(details) >= rank(held)) {
      if (token.settle(stamp, access_token, cookie)) token.learn(access_token, details)
      return
    }
    if (token.current()?.access_token !== held.access_token) return
    if (await detailsOf(client, held.access_token)) token.learn(held.access_token, { cookie: false })
    else {
      token.drop(held.access_token)
      token.settle(token.stamp(), access_token, cookie)
      token.learn(access_token, details)
      if (!jwt || rank(held) < 2) return
      await submitProof()
      await look(client, token)
    }
  }
}

/** Reads what the token in force is worth, and once more where it was replaced meanwhile. */
async function look(client: Client, token: Token) {
  let asked: string | undefined
  do {
    asked = token.current()?.access_token
    const details = readDetails(await client.api('GET', '/api/v5/token'))
    if (asked) token.learn(asked, details)
  } while (token.current() && token.current()?.access_token !== asked)
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
async function revoke(client: Client, access_token: string | undefined, withCookies: boolean) {
  const request = { method: 'DELETE', path: '/api/v5/token', bearer: true, withCookies }
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
    expires_at: expires_in > 0 ? Math.min(Date.now() + expires_in * 1000, LAST_DATE) : 0,
  }
}

const rank = (held: Partial<Details> | undefined) => LEVELS.indexOf(consumerOf(held).level)
