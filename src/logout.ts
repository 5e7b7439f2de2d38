import type { ConsentState } from './consent/consent.js'
import type { ConsumerWatch } from './consumer.js'
import { eraseEvents } from './erase-events.js'
import type { Client } from './http/client.js'
import { isDeadToken } from './http/read.js'
import { clearLogoutMark, setLogoutMark } from './logout-mark.js'
import { once } from './once.js'
import type { Settings } from './options.js'
import type { TokenStore } from './token/store.js'
import type { Token } from './token/token.js'
import { TOKEN_PATH } from './token-details.js'
import type { Tracker } from './track.js'

export interface LogoutHooks {
  /** `rewards:<program domain>`: what this program's data on the device is called. */
  name: string
  settings: Settings
  client: Client
  token: Token
  store: TokenStore
  consumer: ConsumerWatch
  consent: ConsentState
  tracker: Tracker
  /** Whether the program domain may have a cookie in this browser. */
  cookies(): boolean
  tellTabs(news: 'logout'): void
}

export interface Logout {
  logout(): Promise<void>
  /** Ends everything under way for the person who has logged out in another tab. */
  leave(): Promise<void>
  /** How many logouts this page has seen, in any tab. */
  logouts(): number
  /** Has the platform revoke the token of the person who has logged out, and clear its own cookie. */
  revoke(): Promise<void>
}

/** What waits gets this long to be delivered under the name of the person who leaves. */
const DELIVERY_MS = 2_000

export function createLogout(hooks: LogoutHooks): Logout {
  const { name, settings, client, token, store, consumer, consent, tracker, cookies } = hooks
  /** Of the person who has logged out, until the platform has heard of it; another page knows of their cookie alone. */
  let unrevoked: string | undefined
  let logouts = 0

  const revoke = once(async () => {
    const request = { method: 'DELETE', path: TOKEN_PATH, bearer: true, withCookies: cookies() }
    await client.exchange(request, unrevoked).catch(error => {
      // A token that is dead already is as good as revoked.
      if (!isDeadToken(error)) throw error
    })
    unrevoked = undefined
  })

  /** Erases what waits: in memory, where the code for it can be fetched, and on the device in any case. */
  async function eraseAll() {
    const ended = tracker.delivery().then(
      of => of.end(),
      () => {
        const error = client.error('logged_out', 'The person has logged out')
        for (const { reject } of tracker.tracked.splice(0)) reject(error)
      },
    )
    const [erased] = await Promise.all([eraseEvents(name), ended])
    return erased
  }

  return {
    revoke,

    async logout() {
      await delivered(tracker, DELIVERY_MS)
      const held = token.current()
      if (consent.keeps()) setLogoutMark(name, token.owner())
      logouts++
      client.end()
      token.forget()
      store.bury()
      consumer.notice()
      hooks.tellTabs('logout')
      const erasing = eraseAll().then(isErased => {
        // What could not be erased the next page will find, and must know whose it was.
        if (isErased) clearLogoutMark(name)
        return isErased
      })
      // The cookie may outlive the page's own copy, and be all that is left of the person.
      unrevoked = held?.access_token
      if (held || cookies()) await revoke()
      if (await erasing) store.lift()
    },

    logouts: () => logouts,

    async leave() {
      logouts++
      client.end()
      // What is kept, the other tab has seen to.
      if (!store.isShared() || settings.renew) token.forget()
      consumer.notice()
      await (await tracker.delivery()).end()
    },
  }
}

/** Resolves once nothing waits any more, the platform cannot be reached, or the time is over. */
export function delivered({ delivery }: Tracker, ms: number): Promise<unknown> {
  const drained = delivery().then(
    of => of.drain(),
    () => {},
  )
  return Promise.race([drained, new Promise(resolve => setTimeout(resolve, ms))])
}
