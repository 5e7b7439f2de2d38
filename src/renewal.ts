import type { ConsumerWatch } from './consumer.js'
import type { Client } from './http/client.js'
import type { Answer } from './http/send.js'
import type { Settings } from './options.js'
import type { TokenStore } from './token/store.js'
import type { Token, TokenDetails } from './token/token.js'
import { fetchDetails, readDetails, TOKEN_PATH } from './token-details.js'

export interface RenewalHooks {
  settings: Settings
  client: Client
  token: Token
  store: TokenStore
  consumer: ConsumerWatch
  /** Whether the program domain may have a cookie in this browser. */
  cookies(): boolean
  /** Revokes the token of the person who has logged out. */
  revoke(): Promise<void>
  /** A fresh proof of the host, where it can prove who the consumer is. */
  proof: (() => Promise<string | undefined>) | undefined
  /** Puts a token in force. */
  settle(stamp: number, access_token: string, cookie: boolean, details: TokenDetails): boolean
}

export interface Renewal {
  /** Brings a token where none is held: by proof for a consumer who had proved who they are, with the life the host has asked for. */
  renew(): Promise<unknown>
  /** What the answer that made this token has said of it; once. */
  takeCreated(access_token: string): TokenDetails | undefined
}

export function createRenewal(hooks: RenewalHooks): Renewal {
  const { settings, client, token, store, consumer, cookies, proof } = hooks
  /** The newest token that this page had made. */
  let created: { access_token: string; details: TokenDetails } | undefined

  async function renew() {
    // A logout that the platform has not heard of: its cookie would bring the person back.
    if (store.buried()) await hooks.revoke().then(store.lift, () => {})
    const given = await takeFromApp()
    if (token.current()) return consumer.notice()
    const jwt = given || (consumer.known().level === 'verified' && proof && (await proof()))
    // Under the cookie carrier a nameless zone finds the token of a cookie that outlived the page's copy.
    if (!jwt && !settings.tokenDuration && cookies() && !store.buried())
      return client.exchange({ method: 'POST', path: '/zones', body: '{}' })
    const body = new URLSearchParams(jwt ? { jwt } : {})
    if (settings.tokenDuration) body.set('duration_seconds', String(settings.tokenDuration))
    const before = client.weighed()
    await client.exchange({ method: 'POST', path: TOKEN_PATH, body, brings })
    // It is in force only then: another tab that waits for its turn would make one more.
    if (client.weighed() !== before) await client.weighed()
    if (!given || !created) return
    // On a page that knew nobody nothing has evaluated it.
    const { access_token, details } = created
    token.learn(access_token, (await fetchDetails(client, access_token)) ?? details)
    consumer.notice()
  }

  /** The native app's token, where that lives; answers a proof, where the app has that to give. */
  async function takeFromApp(): Promise<string | undefined> {
    // What it had at hand may be dead: then it makes another.
    let dead: string | undefined
    for (let tries = 2; settings.renew && tries--; ) {
      const { access_token, jwt, details } = await settings.renew(dead)
      if (jwt || !access_token) return jwt
      const worth = details || (await fetchDetails(client, access_token))
      if (worth && hooks.settle(token.stamp(), access_token, false, worth)) return undefined
      dead = access_token
    }
    return undefined
  }

  /** An answer that makes a token tells what it is worth, too. */
  function brings({ status, text }: Answer): string | undefined {
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
