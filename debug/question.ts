/** What the browser has answered. */
export interface Answer<T> {
  /** The last answer. Undefined: none yet, or the browser does not know. */
  last: T | undefined
  /** Since when the browser has not answered again, in epoch milliseconds. */
  askedAt: number | undefined
}

export interface Question<T> {
  answer(): Answer<T>
  /** Asks again. While the browser has not answered, it is asked nothing; after its answer, once more. */
  ask(): void
}

/** A question to the browser, which may never answer. Calls `onAnswer` after each answer. */
export function createQuestion<T>(read: () => Promise<T>, onAnswer: () => void): Question<T> {
  let last: T | undefined
  let askedAt: number | undefined
  let isOutdated = false

  async function ask() {
    isOutdated = askedAt !== undefined
    if (isOutdated) return
    askedAt = Date.now()
    last = await read().catch(() => undefined)
    askedAt = undefined
    onAnswer()
    if (isOutdated) ask()
  }

  return { ask, answer: () => ({ last, askedAt }) }
}
