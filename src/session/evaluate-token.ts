import { LEVELS, levelOf } from '../token/consumer.js'
import { type ArrivedToken, described, type HeldToken, NOBODY, type TokenDetails } from '../token/login.js'
import { isIdentified } from '../token/scope.js'
import type { IdentityContext } from './identity-context.js'
import type { Renewal } from './renew.js'
import { fetchDetails } from './token-details.js'

export interface Evaluator {
  /**
   * Decides about a token that an answer has brought while the page knows somebody. The answer does not say why it has brought one: a
   * web-friendly call is answered with the token of a new device when the token that it was sent with has died, and also when the browser did
   * not send the cookie. So the platform is asked first what the new token stands for, then whether the held one is alive:
   * - No token is held, or the platform means to replace it (`isReplacement`): the new token takes its place.
   * - The held token is alive, or was alive after the request of the new token was sent: it stays. Its cookie is lost, or this browser refuses
   *   it, so it travels in the header from now on.
   * - The held token has died: its person is restored if somebody can prove them; otherwise the new token takes its place.
   * Nothing changes if the login that has sent the request has ended.
   */
  evaluate(arrived: ArrivedToken): Promise<void>
  /** Resolves once every token that has arrived so far is evaluated, with the error of the newest evaluation if that has failed. */
  allEvaluated(): Promise<unknown>
}

export function createEvaluator(
  context: IdentityContext,
  { renew, takeCreated }: Omit<Renewal, 'finishLogout'>,
): Evaluator {
  const { settings, app, authorizer, client, token, consumer } = context
  let allEvaluated: Promise<unknown> = Promise.resolve()
  /** The held token that the platform has called alive last, and when. */
  let alive: Pick<ArrivedToken, 'access_token' | 'stamp'> | undefined

  function evaluate(arrived: ArrivedToken) {
    // One after the other: each decides about the token that the one before has left in force.
    const run = allEvaluated.then(() => decide(arrived))
    allEvaluated = run.then(
      () => {},
      error => error,
    )
    return run.then(mustRestore => {
      if (mustRestore) return restore()
      // If no token is held, the person is being restored, and is still the consumer.
      if (token.current()) consumer.refresh()
    })
  }

  /** Resolves with whether the person of the held token must be restored. */
  async function decide(arrived: ArrivedToken): Promise<boolean> {
    const details = await detailsOf(arrived)
    // The new token is dead already, or somebody has logged out meanwhile, perhaps in another tab.
    if (!details || token.owner() !== arrived.owner) return false
    const held = token.current()
    const gain = rankOf(details) - rankOf(held ?? NOBODY)
    if (!held || isReplacement(held, gain)) {
      // A token of a higher level counts whatever answer has come since: its call has raised the level.
      const stamp = gain > 0 ? token.stamp() : arrived.stamp
      token.replace({ ...arrived, stamp }, details)
      return false
    }
    // Otherwise a platform that sends another token with each answer would be asked without end.
    if (alive?.access_token === held.access_token && arrived.stamp < alive.stamp) return false
    const isAlive = await fetchDetails(client, held.access_token)
    // Meanwhile somebody has logged out, or another tab has brought a token.
    if (token.current()?.access_token !== held.access_token) return false
    if (isAlive) {
      alive = { ...held, stamp: token.stamp() }
      token.apply(described(held.access_token, { travelsByCookie: false }))
      return false
    }
    token.drop(held.access_token)
    if (canRestore(held)) return true
    token.replace({ ...arrived, stamp: token.stamp() }, details)
    return false
  }

  /**
   * The answer that creates a token does not say which person it stands for: for a person's token the platform is asked. It is asked once more if that
   * answer is lost: without it, the consumer would stay the person before.
   */
  async function detailsOf({ access_token }: ArrivedToken) {
    const created = takeCreated(access_token)
    const read = () => fetchDetails(client, access_token)
    if (created && !isIdentified(created)) return created
    return read().catch(error => {
      if (error.retryable) return read()
      throw error
    })
  }

  function canRestore(lost: TokenDetails) {
    return Boolean(app.renewToken || (settings.jwt && levelOf(lost) === 'verified'))
  }

  async function restore() {
    const before = authorizer.evaluated()
    try {
      await authorizer.acquireToken(renew)
      // The evaluation from before waits for this function. There is no other if another tab or the native app has brought the token.
      if (authorizer.evaluated() !== before) await authorizer.evaluated()
    } finally {
      consumer.refresh()
    }
  }

  return { evaluate, allEvaluated: () => allEvaluated }
}

/**
 * Whether the platform means the new token to replace the held one: it has a higher level, or the same level and is a person's. A device's token
 * replaces another device's only if that one was sent in the header. The browser may not have sent a cookie, so the new token says nothing
 * about the held one. `gain` is how many levels the new token is above the held one.
 */
function isReplacement(held: HeldToken, gain: number) {
  return gain > 0 || (gain === 0 && (isIdentified(held) || !held.travelsByCookie))
}

const rankOf = (details: TokenDetails) => LEVELS.indexOf(levelOf(details))
