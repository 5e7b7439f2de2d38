import type { RewardsError } from '../error/error.js'
import { isDeadToken, RENEWAL_PAUSE_MS, throwRetryable } from '../http/retry.js'
import type { Token } from '../token/token.js'

/** Decides about a call that another token can help. Resolves when a second attempt can succeed. Throws `error` otherwise. */
export type Recover = (error: RewardsError, access_token: string | undefined, previous?: RewardsError) => Promise<void>

/** `prove` proves the consumer by a JWT of the host. It resolves with null if the host says that nobody is signed in. */
export function createRecovery(token: Token, prove: () => Promise<unknown>): Recover {
  /** By `performance.now()`: until then a refused token is not renewed. */
  let pausedUntil = 0

  /** Drops a token that the platform has refused, so that the second attempt acquires another. Throws `error` if this was the second. */
  function dropDead(error: RewardsError, access_token: string | undefined, previous: RewardsError | undefined) {
    const isRenewedTokenDead = previous && isDeadToken(previous)
    if (isRenewedTokenDead) pausedUntil = performance.now() + RENEWAL_PAUSE_MS
    if (previous || performance.now() < pausedUntil) throwRetryable(error)
    token.drop(access_token)
  }

  return async (error, access_token, previous) => {
    if (isDeadToken(error)) return dropDead(error, access_token, previous)
    // Another token may have taken the place of the one that lacks the scope. All calls that failed with it share one proof.
    const isProved = token.current()?.access_token !== access_token || (await prove()) !== null
    if (!isProved) throw error
  }
}
