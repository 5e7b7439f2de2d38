/** A placeholder takes a slow phone about 1 ms, and the first one 20 ms. */
const AT_ONCE = 10

let waiting: (() => void)[] = []

/**
 * Starts a zone in a microtask, together with the other zones of the same task. Of many zones, only the first start at once. The others start in
 * tasks of their own: all placeholders of a page with 50 zones in one task would block a slow device for too long.
 */
export function startSoon(start: () => void): void {
  if (!waiting.length) queueMicrotask(startWaiting)
  waiting.push(start)
}

function startWaiting() {
  const starts = waiting
  waiting = []
  for (const start of starts.slice(0, AT_ONCE)) start()
  for (const start of starts.slice(AT_ONCE)) setTimeout(start)
}
