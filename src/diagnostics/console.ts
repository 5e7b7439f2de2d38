import type { RewardsError } from '../error/error.js'

/** Email addresses, and words that may be a token or a JWT. */
const SUSPECTS = /[^\s"'<>]+@[^\s"'<>]+|[\w.-]{20,}/g
/** In a token, letters and digits alternate. The names of zones, options and hosts are not like that. */
const ALTERNATIONS = /[a-z](?=\d)|\d(?=[a-z])/gi

/** The messages of the SDK contain no secrets, but those of the platform and of the browser may. */
const mask = (word: string) => (word.includes('@') || (word.match(ALTERNATIONS) ?? '').length > 3 ? '…' : word)

/** The page that explains each code. */
const ERRORS_PAGE = 'https://github.com/rewards-web-sdk/rewards-web-sdk/blob/main/docs/errors.md'

/** Writes a line for developers. Never pass it an argument of a call: that may be a token or personal data. */
const toLine = (text: string) => `[rewards] ${text.replace(SUSPECTS, mask)}`

/** Returns a function that writes each problem to the console, once. It never writes `logged_out`, after which there is nothing to do. */
export function createWarnings(): (error: RewardsError) => void {
  const written = new Set<string>()
  return ({ code, message }) => {
    const line = toLine(`${code}: ${message.replace(/\.?$/, '.')} See ${ERRORS_PAGE}#${code}`)
    if (code === 'logged_out' || written.has(line)) return
    written.add(line)
    console.warn(line)
  }
}

/** Writes how long a call took, and the code of its error if it failed. */
export function logCall(name: string, start: number, error?: RewardsError): void {
  const duration = Math.round(performance.now() - start)
  console.info(toLine(`${name}() ${error ? `failed with ${error.code}` : 'succeeded'} after ${duration} ms`))
}
