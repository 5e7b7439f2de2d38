let waiting: (() => void)[] = []

/**
 * Starts a zone in a microtask. Of several zones in the same task, only the first starts so. The others start in tasks of their own: the
 * placeholders of a page with 50 zones in one task would block a slow device for too long.
 */
export function startSoon(start: () => void): void {
  if (!waiting.length) queueMicrotask(startWaiting)
  waiting.push(start)
}

function startWaiting() {
  const [first, ...others] = waiting
  waiting = []
  first?.()
  for (const start of others) setTimeout(start)
}
