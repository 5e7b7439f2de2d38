/** On a page that is never idle, the task runs after this time. */
const TIMEOUT_MS = 2_000

/** Runs a task once the browser has nothing else to do. Safari has no `requestIdleCallback`: https://caniuse.com/requestidlecallback */
export function whenIdle(task: () => unknown): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(task, { timeout: TIMEOUT_MS })
  else setTimeout(task)
}
