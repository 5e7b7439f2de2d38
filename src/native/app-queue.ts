/** `window.rewards` of a page: the runtime of the script tag, or an array of calls. */
interface QueuePage {
  rewards?: { push?(...calls: unknown[]): unknown }
}

/**
 * Receives the app's messages from the queue at `window.rewards`. An app calls `rewards.push(['receive', message])`. On a page that has the
 * runtime from npm, nobody else reads that queue. Calls other than `receive` stay in it: they are not for this runtime.
 */
export function receiveFromQueue(runtime: object, receive: (message: unknown) => void): void {
  const page = globalThis as QueuePage
  const earlier = page.rewards
  if (earlier === runtime) return
  const queue: unknown[] = []
  const { push } = queue
  queue.push = (...calls) => {
    for (const call of calls)
      if (Array.isArray(call) && call[0] === 'receive') receive(call[1])
      else push.call(queue, call)
    return queue.length
  }
  page.rewards = queue
  if (Array.isArray(earlier)) queue.push(...earlier)
}
