/** By the root that a view is drawn in: what to call with what the view has thrown after it was drawn. */
const failures = new WeakMap<Node, (cause: unknown) => void>()

/** Calls `fail` with what the handlers of the view in `root` throw from now on. */
export function onFailure(root: Node, fail: (cause: unknown) => void): void {
  failures.set(root, fail)
}

/**
 * An event handler of a view. An error boundary does not see what a handler throws: here it fails the zone, at once or as a rejected
 * promise.
 */
export const guarded =
  <E extends Event>(handler: (event: E) => unknown) =>
  (event: E): void =>
    void attempt((event.currentTarget as Node).getRootNode(), () => handler(event))

/** Runs `work`, at once, for the view in `root`: a timer, or a listener outside of `root`. What `work` throws fails the zone. */
export async function attempt(root: Node, work: () => unknown): Promise<void> {
  // The zone may show something else by the time that a promise is rejected.
  const fail = failures.get(root)
  try {
    await work()
  } catch (cause) {
    if (!fail) throw cause
    fail(cause)
  }
}
