/**
 * Returns a clock in epoch milliseconds that never goes back: somebody, or the network, may set the clock of the device back while the page is
 * open. A device that was asleep may be ahead of `performance.now()`, so the clock follows each step forward.
 */
export function createSteadyClock(): () => number {
  let latest = Date.now()
  let readAt = performance.now()
  return () => {
    const elapsed = performance.now() - readAt
    readAt += elapsed
    latest = Math.max(Date.now(), latest + elapsed)
    return Math.floor(latest)
  }
}
