// An error boundary does not catch what event handlers and timers throw. These functions pass it on to the zone, which then fails.

/** What to call with an error of the view in a root. */
const errorHandlers = new WeakMap<Node, (cause: unknown) => void>()

/** Sets the error handler of the view in `root`. */
export function onViewError(root: Node, onError: (cause: unknown) => void): void {
  errorHandlers.set(root, onError)
}

/** Wraps an event handler of a view. The zone fails if the handler throws, or if its promise rejects. */
export const catchErrors =
  <E extends Event>(handler: (event: E) => unknown) =>
  (event: E): void =>
    void runForView((event.currentTarget as Node).getRootNode(), () => handler(event))

/** Runs `work` at once for the view in `root`. For timers, and for listeners outside of `root`. The zone fails if `work` throws or rejects. */
export async function runForView(root: Node, work: () => unknown): Promise<void> {
  // Read before `work`: when its promise rejects, `root` may already show another view.
  const onError = errorHandlers.get(root)
  try {
    await work()
  } catch (cause) {
    if (!onError) throw cause
    onError(cause)
  }
}
