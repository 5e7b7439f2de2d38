import { eraseEvents } from '../base/erase-events.js'
import { joinRun } from '../base/join-run.js'
import { RewardsError } from '../error/error.js'
import { isDeadToken } from '../http/retry.js'
import { logoutConfirmed } from '../token/login.js'
import { TOKEN_PATH } from './ask-about.js'
import type { IdentityContext } from './identity-context.js'
import { clearPendingErasures, pendingErasures } from './pending-erasure.js'
import { waitForDelivery } from './waiting-events.js'

export interface Logout {
  /** Logs the consumer out on this device: ends their calls, deletes token and events, and has the platform revoke the token. */
  logout(): Promise<void>
  /**
   * Has the platform revoke the token of the person who has logged out, and clear its own cookie. Then removes the logout marker: the platform
   * would refuse to revoke the token again.
   */
  revoke(): Promise<void>
}

/** `logout()` delivers the waiting events for this long. */
const LOGOUT_DELIVERY_MS = 2_000

export function createLogout(context: IdentityContext): Logout {
  const { name, authorizer, client, token, tracker, usesCookies } = context
  /** The tokens of everybody who has logged out on this page, each until the platform has revoked it. */
  const unrevoked = new Set<string>()

  const revoke = joinRun(async () => {
    // The page may have no copy of the token: it was opened after the logout, or the copy is lost. The program's cookie can still stand for the
    // person.
    if (!unrevoked.size && usesCookies()) await revokeToken(undefined)
    // The loop also reaches a token that another logout adds meanwhile.
    for (const access_token of unrevoked) {
      await revokeToken(access_token)
      unrevoked.delete(access_token)
    }
    token.apply(logoutConfirmed)
  })

  /**
   * Resolves once the token is dead: the given one, or that of the program's cookie. If another server may have answered in the platform's place,
   * the platform is asked whether the token is dead.
   */
  async function revokeToken(access_token: string | undefined) {
    // These calls belong to no session: a second logout must not abort them.
    const { signal: sessionSignal } = new AbortController()
    const request = { path: TOKEN_PATH, bearer: true, withCookies: usesCookies(), sessionSignal }
    try {
      // Hosts often leave the page at a logout.
      const { json } = await client.exchange({ ...request, method: 'DELETE', keepalive: true }, access_token)
      if (Object(json).status === 'SUCCEEDED') return
      await client.exchange({ ...request, method: 'GET' }, access_token)
    } catch (error) {
      if (isDeadToken(error as RewardsError)) return
      throw error
    }
    throw new RewardsError('network_error', 'The platform has not revoked the token', { retryable: true })
  }

  async function logout() {
    const { logouts } = token.login()
    await waitForDelivery(tracker, LOGOUT_DELIVERY_MS)
    // Another logout has ended the session meanwhile, or the page was left: the present consumer may be the next one.
    const now = token.login()
    if (now.logouts !== logouts) return now.isLoggedOut ? revoke() : undefined
    const held = token.current()
    context.logOutHere()
    const erasing = eraseWaitingEvents()
    if (held) unrevoked.add(held.access_token)
    const revoking = revoke()
    // The calls of the next consumer wait, in every tab: one that saw the logout marker would have the token revoked once more.
    authorizer.blockCalls(() => revoking.catch(() => {}))
    await Promise.all([revoking, erasing])
  }

  async function eraseWaitingEvents() {
    const ended = tracker.delivery().then(
      delivery => delivery.dropEvents(),
      () => {
        const error = new RewardsError('logged_out', 'The consumer logged out before the event was sent')
        for (const { reject } of tracker.tracked.splice(0)) reject(error)
      },
    )
    const endedOwners = pendingErasures(name)
    const [isErased] = await Promise.all([eraseEvents(name), ended])
    if (isErased) clearPendingErasures(name, endedOwners)
  }

  return { logout, revoke }
}
