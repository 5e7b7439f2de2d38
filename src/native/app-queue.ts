/** What a page has at `window.rewards`: the runtime, where the script tag brought it, or an array of calls. */
interface QueuePage {
  rewards?: { push?(...calls: unknown[]): unknown }
}

/**
 * Where an app speaks to the page by a script, it speaks into the script tag's queue. On a page that has the runtime from npm nobody else
 * listens there: what is for us is taken out, the rest stays for whom it was meant.
 */
export function receiveFromQueue(runtime: object, receive: (message: unknown) => void): void {
  const page = globalThis as QueuePage
  const waiting = page.rewards
  if (waiting === runtime) return
  const queue: unknown[] = []
  const { push } = queue
  queue.push = (...calls) => {
    for (const call of calls)
      if (Array.isArray(call) && call[0] === 'receive') receive(call[1])
      else push.call(queue, call)
    return queue.length
  }
  page.rewards = queue
  if (Array.isArray(waiting)) queue.push(...waiting)
}
