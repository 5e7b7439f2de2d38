import { eraseEvents } from '../erase-events.js'
import { RewardsError } from '../http/error.js'
import { isDeadToken } from '../http/retry.js'
import { once } from '../once.js'
import type { IdentityContext } from './identity-context.js'
import { clearLogoutMarker, setLogoutMarker } from './logout-marker.js'
import { TOKEN_PATH } from './token-details.js'
import type { WaitingEvents } from './waiting-events.js'

export interface Logout {
  logout(): Promise<void>
  /** Ends the session here after a logout in another tab. */
  leave(): Promise<void>
  /** How many logouts this page has seen, in any tab. */
  logoutCount(): number
  /** Has the platform revoke the token of the person who has logged out, and clear its own cookie. */
  revoke(): Promise<void>
}

/** `logout()` delivers the waiting events for this long. */
const LOGOUT_DELIVERY_MS = 2_000

export function createLogout(context: IdentityContext): Logout {
  const { name, app, authorizer, client, token, store, consumer, consent, tracker, usesCookies } = context
  /** Of the person who has logged out, until the platform has heard of it; another page knows of their cookie alone. */
  let unrevoked: string | undefined
  let logouts = 0

  const revoke = once(async () => {
    const request = { method: 'DELETE', path: TOKEN_PATH, bearer: true, withCookies: usesCookies() }
    await client.exchange(request, unrevoked).catch(error => {
      // A token that is dead already is as good as revoked.
      if (!isDeadToken(error)) throw error
    })
    unrevoked = undefined
  })

  /** Erases what waits: in memory, where the code for it can be fetched, and on the device in any case. */
  async function eraseAll() {
    const ended = tracker.delivery().then(
      delivery => delivery.dropEvents(),
      () => {
        const error = new RewardsError('logged_out', 'The consumer logged out before the event was sent')
        for (const { reject } of tracker.tracked.splice(0)) reject(error)
      },
    )
    const [erased] = await Promise.all([eraseEvents(name), ended])
    return erased
  }

  return {
    revoke,

    async logout() {
      await waitForDelivery(tracker, LOGOUT_DELIVERY_MS)
      const held = token.current()
      if (consent.canStore()) setLogoutMarker(name, token.owner())
      logouts++
      authorizer.endSession()
      token.forget()
      store.setLogoutMarker()
      consumer.refresh()
      context.broadcast('logout')
      const erasing = eraseAll().then(isErased => {
        // What could not be erased the next page will find, and must know whose it was.
        if (isErased) clearLogoutMarker(name)
        return isErased
      })
      // The cookie may outlive the page's own copy, and be all that is left of the person.
      unrevoked = held?.access_token
      if (held || usesCookies()) await revoke()
      if (await erasing) store.clearLogoutMarker()
    },

    logoutCount: () => logouts,

    async leave() {
      logouts++
      authorizer.endSession()
      // What is kept, the other tab has seen to.
      if (!store.isShared() || app.renewToken) token.forget()
      consumer.refresh()
      await (await tracker.delivery()).dropEvents()
    },
  }
}

/** Resolves once nothing waits any more, the platform cannot be reached, or the time is over. */
export function waitForDelivery({ delivery }: WaitingEvents, ms: number): Promise<unknown> {
  const drained = delivery().then(
    loaded => loaded.drain(),
    () => {},
  )
  return Promise.race([drained, new Promise(resolve => setTimeout(resolve, ms))])
}
