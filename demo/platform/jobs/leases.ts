import type { Domain } from '../domain.js'
import { endLease, listLeases, releaseJob, renewLeases } from './job.js'

/** The number of looks after which a process renews its leases. */
const RENEWED_AFTER = 5

/**
 * The number of looks, one each second, during which a lease was not renewed: its process has ended. Nobody compares the times of two
 * processes, so a clock that is ahead takes no job of another process.
 */
export const ENDED_AFTER = 30

/** At each of so many looks, the process gives back the jobs whose result it could not store. */
const GIVEN_BACK_AFTER = 15

/** The leases of this process, and what it has seen of those of others. */
export interface Leases {
  /** Those of this process. */
  held: Set<string>
  /**
   * Those of jobs whose result the database could not store, and those of which it has not said whether it has stored them. This process gives them back
   * after a while, not at once: the job may be what the database cannot do.
   */
  left: Set<string>
  /** That of the job on its last chance that this process runs. The others on their last chance wait. */
  lastChance?: string | undefined
  /** Gives the jobs of the leases in `left` back. */
  giveBack(): Promise<void>
  /** Runs `take` after the earlier ones, so that each knows what the others have taken. */
  inTurn<T>(take: () => Promise<T>): Promise<T>
  /** Looks at all leases, once in a second. Jobs whose process has ended wait again. */
  look(): Promise<void>
}

export function keepLeases(domain: Domain): Leases {
  const held = new Set<string>()
  const left = new Set<string>()
  let seen = new Map<string, { beat: number; looks: number }>()
  let looks = 0
  let lastTake: Promise<unknown> = Promise.resolve()
  const giveBack = async () => {
    for (const lease of left) {
      await releaseJob(domain, { lease })
      left.delete(lease)
    }
  }
  return {
    held,
    left,
    giveBack,
    inTurn(take) {
      const taking = lastTake.then(take)
      lastTake = taking.catch(() => {})
      return taking
    },
    async look() {
      looks += 1
      if (looks % GIVEN_BACK_AFTER === 0) await giveBack()
      if (looks % RENEWED_AFTER === 0) await renewLeases(domain, [...held, ...left])
      const before = seen
      seen = new Map()
      for (const { lease, beat } of await listLeases(domain)) {
        if (held.has(lease) || left.has(lease)) continue
        const earlier = before.get(lease)
        const unchanged = earlier?.beat === beat ? earlier.looks + 1 : 0
        if (unchanged >= ENDED_AFTER) await endLease(domain, { lease, beat })
        else seen.set(lease, { beat, looks: unchanged })
      }
    },
  }
}
