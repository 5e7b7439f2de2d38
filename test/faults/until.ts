import { setTimeout as sleep } from 'node:timers/promises'

const PATIENCE_MS = 120_000
const INTERVAL_MS = 50

/** Resolves when it has happened. Longer than any recovery is never. */
export async function until(what: string, hasHappened: () => boolean | Promise<boolean>) {
  const last = performance.now() + PATIENCE_MS
  while (!(await hasHappened())) {
    if (performance.now() > last) throw new Error(`Never: ${what}`)
    await sleep(INTERVAL_MS)
  }
}
