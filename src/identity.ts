import { type Consumer, consumerOf, type IdentityClaims, namesConsumer } from './consumer.js'
import type { Client } from './http/client.js'
import type { RewardsError } from './http/error.js'
import { isDeadToken } from './http/read.js'
import type { Data } from './options.js'
import type { Outbox } from './outbox/outbox.js'
import type { TokenStore } from './token/store.js'
import type { Scope, Token } from './token/token.js'

/** What the calls about who the consumer is work on. */
export interface Identity {
  client: Client
  token: Token
  store: TokenStore
  outbox(): Promise<Outbox>
  /** Ends everything under way. */
  leave(): void
}

type Details = { scopes: Scope[]; expires_at: number }

/** What waits gets this long to be delivered under the name of the person who leaves. */
const DELIVERY_MS = 2_000

const LEVELS: Consumer['level'][] = ['anonymous', 'identified', 'verified']

/** Reads what the token in force is worth (specification 4.3, consumer token details). */
export async function learn({ client, token }: Identity): Promise<void> {
  const access_token = token.current()?.access_token
  if (access_token) token.learn(access_token, readDetails(await client.api('GET', '/api/v5/token')))
}

/** Claims an identity: the event `identify`, whose data raises the level (specification 3.1). Throws `invalid_argument` | a platform code. */
export async function identify(track: (name: string, data: Data) => Promise<unknown>, claims: IdentityClaims) {
  if (!namesConsumer(claims)) throw new TypeError('identify() takes an email or a partner_user_id')
  await track('identify', claims)
}

/**
 * The platform brought another token for a consumer who is more than anonymous. A web-friendly call never says that a token died, so the
 * new one is believed only once its scopes are known: a lower one means that the old one, or only its cookie, is gone.
 */
export async function weigh(identity: Identity, stamp: number, access_token: string, cookie: boolean): Promise<void> {
  const { token } = identity
  const held = token.current()
  const details = await detailsOf(identity, access_token)
  if (!details) return
  if (rank(details) >= rank(held)) {
    if (token.settle(stamp, access_token, cookie)) token.learn(access_token, details)
  } else if (held && (await detailsOf(identity, held.access_token))) token.learn(held.access_token, { cookie: false })
  else if (held) token.drop(held.access_token)
}

/** Takes up the token a share link has brought, unless it proves somebody: else a link could log its visitor in as its sender (specification 5.4). */
export async function adopt(identity: Identity, access_token: string): Promise<void> {
  const { token } = identity
  const details = await detailsOf(identity, access_token).catch(() => undefined)
  if (!details || details.scopes.includes('VERIFIED_CONSUMER') || rank(token.current()) > 0) return
  if (token.settle(token.stamp(), access_token, false)) token.learn(access_token, details)
}

/**
 * Revokes the token and forgets the consumer: what waits is delivered if that takes no time, every call under way ends, and no cookie
 * of old is taken up again, even if the platform cannot be reached now. Throws `network_error` when the token could not be revoked.
 */
export async function logout({ client, token, store, outbox, leave }: Identity): Promise<void> {
  const held = token.current()
  const delivered = outbox().then(({ drain }) => drain())
  await Promise.race([delivered, new Promise(resolve => setTimeout(resolve, DELIVERY_MS))]).catch(() => {})
  leave()
  await outbox().then(
    ({ queue }) => queue.clear(),
    () => {},
  )
  token.forget()
  store.bury()
  if (held) {
    const request = { method: 'DELETE', path: '/api/v5/token', bearer: true, withCookies: held.cookie }
    await client.exchange(request, held.access_token).catch(error => {
      if (!isDeadToken(error)) throw error
    })
  }
  store.lift()
}

/** Has the platform write to the consumer: the other way to prove an identity (specification 5.5). Whether they have confirmed is looked up each time they come back to the page. */
export async function requestVerificationEmail(identity: Identity, learned: () => Promise<Consumer>) {
  const look = async () => {
    if (document.visibilityState === 'visible' && (await learned()).level === 'verified')
      document.removeEventListener('visibilitychange', look)
  }
  const answer = await identity.client.api('POST', '/api/v4/me/send-verification-email', { body: {} })
  document.addEventListener('visibilitychange', look)
  return answer as { polling_id: string; status: string }
}

/** Nothing where the platform does not know the token any more. */
async function detailsOf({ client }: Identity, access_token: string): Promise<Details | undefined> {
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
