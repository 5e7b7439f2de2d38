import type { Domain } from '../domain.js'
import { toRestError } from '../http/rest-error.js'
import { expireDueRewards } from './expire-rewards.js'
import { fulfillDueRewards } from './fulfill-rewards.js'

/** How often the platform looks for due rewards without requests. */
export const TICK_MS = 30_000

/** How long requests do not look again. */
const PAUSE_MS = 1_000

/** Fulfills delayed rewards, and expires those whose time is over. Their times are in the database, so that a restart delays none of them. */
export interface FulfillmentSchedule {
  /** Fulfills and expires what is due. Resolves soon if the last look was less than a second ago. Errors are only logged. */
  catchUp(): Promise<void>
  stop(): Promise<void>
}

export function startFulfillment(domain: Domain): FulfillmentSchedule {
  let lastLook = Number.NEGATIVE_INFINITY
  let running: Promise<void> = Promise.resolve()
  const look = () => {
    lastLook = domain.settings.now()
    running = running.then(() => changeAll(domain)).catch(error => void toRestError(error))
    return running
  }
  const timer = setInterval(look, TICK_MS)
  timer.unref()
  return {
    catchUp: () => (Math.abs(domain.settings.now() - lastLook) < PAUSE_MS ? running : look()),
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}

/** Changes rewards in batches until nothing is due. What has expired is not fulfilled. */
async function changeAll(domain: Domain): Promise<void> {
  while ((await expireDueRewards(domain)) || (await fulfillDueRewards(domain))) {
    // The next batch.
  }
}
