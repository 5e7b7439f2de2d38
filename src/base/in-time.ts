import { race } from './race.js'

/** Settles as `work` does. Rejects with `lateError()` when `work` takes longer than `limit` milliseconds. */
export const inTime = <T>(work: Promise<T>, limit: number, lateError: () => Error): Promise<T> =>
  race(work, reject => {
    const timer = setTimeout(() => reject(lateError()), limit)
    return () => clearTimeout(timer)
  })
