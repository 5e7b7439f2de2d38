/**
 * One run for all who ask while it is under way. Whoever asks after `generation` has changed gets another run: after a logout, say, the
 * run of before belongs to somebody else.
 */
export function once<T>(run: () => Promise<T>, generation = () => 0): () => Promise<T> {
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
