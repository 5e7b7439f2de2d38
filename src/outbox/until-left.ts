/** Ends waiting for storage when the page is being left: what is not sent in that task is not sent at all. */
export interface UntilLeft {
  /** Settles as `work` does. Resolves at once while the page is being left. */
  wait(work: Promise<void>): Promise<void>
  /** The page is being left. */
  leave(): void
}

export function createUntilLeft(): UntilLeft {
  /** Not a promise that all waits race with: it would hold each of them as long as the page lives. */
  const waits = new Set<() => void>()
  let isBeingLeft = false

  return {
    wait: work =>
      new Promise((resolve, reject) => {
        work.then(resolve, reject).finally(() => waits.delete(resolve))
        if (isBeingLeft) resolve()
        else waits.add(resolve)
      }),
    leave() {
      isBeingLeft = true
      for (const resolve of waits) resolve()
      waits.clear()
      // If the page is still here then, it was only hidden.
      setTimeout(() => (isBeingLeft = false))
    },
  }
}
