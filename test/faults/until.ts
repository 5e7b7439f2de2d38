import { setTimeout as sleep } from 'node:timers/promises'

const PATIENCE_MS = 120_000
const INTERVAL_MS = 50

/** For what a page must be asked: many situations run side by side, and each question costs the browser and this process some milliseconds. */
export const ASKING_INTERVAL_MS = 250

/** Resolves when it has happened. Longer than any recovery is never. */
export async function until(
  what: string,
  hasHappened: () => boolean | Promise<boolean>,
  interval = INTERVAL_MS,
): Promise<void> {
  const last = performance.now() + PATIENCE_MS
  while (!(await hasHappened())) {
    if (performance.now() > last) throw new Error(`Never: ${what}`)
    await sleep(interval)
  }
}
