import type { RewardsError } from './http/error.js'

/** Email addresses and JWTs. The messages of the SDK contain neither, but the text of another error may. */
const SECRETS = /[^\s"'<>]+@[^\s"'<>]+|\beyJ[\w.-]+/g

/** The page that explains each code. */
const ERRORS_PAGE = 'https://github.com/rewards-web-sdk/rewards-web-sdk/blob/main/docs/errors.md'

/** Writes a line for developers. Never pass it an argument of a call: that may be a token or personal data. */
const toLine = (text: string) => `[rewards] ${text.replace(SECRETS, '…')}`

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
