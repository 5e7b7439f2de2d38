import { hasDocument } from '../base/environment.js'
import { safeDocument } from '../base/safe-document.js'
import type { RewardsError } from '../error/error.js'
import { nearestName } from './nearest-name.js'

/** Email addresses, and words that may be a token or a JWT. */
const SUSPECTS = /[^\s"'<>]+@[^\s"'<>]+|[\w.-]{20,}/g
/** In a token, letters and digits alternate. The names of zones, options and hosts are not like that. */
const ALTERNATIONS = /[a-z](?=\d)|\d(?=[a-z])/gi

/** The messages of the SDK contain no secrets, but those of the platform and of the browser may. */
const mask = (word: string) => (word.includes('@') || (word.match(ALTERNATIONS) ?? '').length > 3 ? '…' : word)

/** The page that explains each code. */
const ERRORS_PAGE = 'https://github.com/rewards-web-sdk/rewards-web-sdk/blob/main/docs/errors.md'

/** A line for developers. Never pass it an argument of a call: that may be a token or personal data. */
const toLine = (text: string) => `[rewards] ${text.replace(SUSPECTS, mask)}`

/** What to do, where the message does not say it, by the code or by the reason of a `native_error`. */
const NEXT_STEPS: Record<string, string> = {
  misdirected_request: 'Check the option `domain`.',
  not_found: 'Check the option `domain`.',
  scopes_denied: 'Set the option `jwt`, or call identify() or verify() first.',
  token_in_address: 'Use track() instead of eventUrl(). A file needs a `content_url` on the host that stores it.',
  jwt_authentication_error: 'Compare its kid and key with the registered keys.',
}

/** The events of the runtime (`RewardsEventMap`). */
const EVENTS = ['consumer', 'destroy', 'error', 'receipt', 'shell', 'zone']

/** The runtime names only the event of the listener. */
function describeUnknownEvent(name: string): string {
  const nearest = nearestName(name, EVENTS)
  const hint = nearest ? `did you mean "${nearest}"?` : `its events are ${EVENTS.join(', ')}`
  return `The runtime has no event "${name}"; ${hint}`
}

/** The line about a problem in the console. The inspector hears of the problem, too. */
export function describeProblem(problem: RewardsError): string {
  const { code, message: given, parameters } = problem
  if (hasDocument()) safeDocument().dispatchEvent(new CustomEvent('rewards:problem', { detail: problem }))
  const message = code === 'unknown_event' ? describeUnknownEvent(given) : given
  const sentence = /[.?]$/.test(message) ? message : `${message}.`
  const nextStep = NEXT_STEPS[code] ?? NEXT_STEPS[`${parameters.reason}`]
  return toLine([`${code}:`, sentence, nextStep, `See ${ERRORS_PAGE}#${code}`].filter(Boolean).join(' '))
}

/** Writes how long a call took, and the code of its error if it failed. */
export function logCall(name: string, duration: number, error?: RewardsError): void {
  const outcome = error ? `failed with ${error.code}` : 'succeeded'
  console.info(toLine(`${name}() ${outcome} after ${Math.round(duration)} ms`))
}
