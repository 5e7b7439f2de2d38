import type { Domain } from '../domain.js'
import { toRestError } from '../http/rest-error.js'
import { expireDueRewards } from './expire-rewards.js'
import { BATCH, fulfillDueRewards } from './fulfill-rewards.js'

/** How often the platform looks for due rewards without requests. */
export const TICK_MS = 30_000

/** How long requests do not look again. */
const PAUSE_MS = 1_000

/** Fulfills delayed rewards, and expires those whose time is over. Their times are in the database, so that a restart delays none of them. */
export interface FulfillmentSchedule {
  /**
   * Looks for what is due, unless the last look was less than a second ago. Resolves after the first batch: nobody waits for the rewards of all clients.
   * Errors are only logged.
   */
  catchUp(): Promise<void>
  stop(): Promise<void>
}

export function startFulfillment(domain: Domain): FulfillmentSchedule {
  let lastLook = Number.NEGATIVE_INFINITY
  let firstBatch: Promise<unknown> = Promise.resolve()
  let others: Promise<void> | undefined
  let isStopping = false
  const changeOthers = async () => {
    while (!isStopping && (await changeBatch(domain))) {
      // The next batch.
    }
  }
  const look = () => {
    lastLook = domain.settings.now()
    const batch = changeBatch(domain)
      .then(isMore => {
        if (isMore)
          others ??= changeOthers()
            .catch(error => void toRestError(error))
            .finally(() => {
              others = undefined
            })
      })
      .catch(error => void toRestError(error))
    firstBatch = Promise.all([firstBatch, batch])
  }
  const timer = setInterval(look, TICK_MS)
  timer.unref()
  return {
    async catchUp() {
      if (Math.abs(domain.settings.now() - lastLook) >= PAUSE_MS) look()
      await firstBatch
    },
    async stop() {
      isStopping = true
      clearInterval(timer)
      await firstBatch
      await others
    },
  }
}

/** Changes some of the rewards that are due. What has expired is not fulfilled. Returns whether there may be more. */
async function changeBatch(domain: Domain): Promise<boolean> {
  const expired = await expireDueRewards(domain)
  const fulfilled = expired === BATCH ? 0 : await fulfillDueRewards(domain)
  return expired > 0 || fulfilled > 0
}
