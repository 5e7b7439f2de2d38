/** The answer to a request that `rewards-early.js` has sent before the runtime arrived. */
export interface EarlyAnswer {
  url: string
  body: string
  credentials: RequestCredentials
  answer: Promise<Response>
}

/** The property of `window` that holds the answer. The symbol is global, because the two scripts are separate files. */
const EARLY_ANSWER = Symbol.for('rewards:early-answer')

const page = globalThis as { [EARLY_ANSWER]?: EarlyAnswer | undefined }

export function storeEarlyAnswer(early: EarlyAnswer): void {
  page[EARLY_ANSWER] = early
}

/**
 * `fetch` for the script tag. The first request gets the early answer, if it is the same request. A later request never does: by then the
 * page may have another consumer.
 */
export const fetchWithEarlyAnswer: typeof fetch = (input, init = {}) => {
  const early = page[EARLY_ANSWER]
  page[EARLY_ANSWER] = undefined
  const { body, credentials, headers } = init
  const isSame =
    early?.url === input &&
    early.body === body &&
    early.credentials === credentials &&
    !Object.keys(headers ?? {}).length
  return isSame ? early.answer : globalThis.fetch(input, init)
}
