/**
 * Returns a function that starts `run`, unless a run is under way: then it returns that run. After `generation` has changed, it starts
 * another run. For example, after a logout, a run from before belongs to another person.
 */
export function joinRun<T>(run: () => Promise<T>, generation = () => 0): () => Promise<T> {
  let current: { promise: Promise<T>; generation: number } | undefined
  return () => {
    if (current?.generation === generation()) return current.promise
    const started = { promise: run(), generation: generation() }
    const end = () => {
      if (current === started) current = undefined
    }
    started.promise.then(end, end)
    current = started
    return started.promise
  }
}
