import { RewardsError } from './error.js'
import { describeForeignAnswer } from './foreign-answer.js'
import type { Answer } from './send.js'

/** What a code in a header would have been as a status (specification 7, and the platform's own): by a beginning that no other code has. */
const STATUS_OF: [status: number, codes: RegExp][] = [
  [401, /^(method_un|jwt_auth|invalid_cred|(expired|invalid)_access_token$)/],
  [402, /^payment_/],
  [403, /_denied$|^missing_(access|cred)|^person_/],
  [413, /^request_too_/],
  [415, /^unsupported_/],
  [429, /^too_many_/],
  [500, /^software_/],
  [400, /^(jwt|invalid|data|missing|binding|read_only)_/],
]

/** A body that should be JSON. Throws `invalid_response`; `network_error` where somebody else, a captive portal say, has answered. */
export function readJson(answer: Answer): unknown {
  const { status, headers, text } = answer
  // A change that the platform has nothing to say of.
  if (status === 204) return undefined
  try {
    return JSON.parse(text)
  } catch {
    // Without its cause, whose text quotes the answer: there may be a token in it.
    if (headers.get('content-type')?.includes('json'))
      throw new RewardsError('invalid_response', 'The answer is not valid JSON', { status })
    throw notThePlatform(answer)
  }
}

export const notThePlatform = (answer: Answer) =>
  new RewardsError('network_error', describeForeignAnswer(answer), { retryable: true })

/**
 * The error an answer carries, if it carries one: by its status, or, where web-friendly calls answer 200 whatever happened, by a header
 * (specification 5.4, 6).
 */
export function errorIn(answer: Answer, vendor: string): RewardsError | undefined {
  const { headers } = answer
  const said = headers.get(`x-${vendor}-error-message`) ?? headers.get(`x-${vendor}-error`)
  if (!said && answer.status < 400) return undefined
  const { code, message, parameters, unique_id, http_status_code } = said ? fromHeader(said) : fromBody(answer)
  const status = http_status_code || answer.status
  return new RewardsError(code ?? 'invalid_response', String(message ?? describeForeignAnswer(answer)), {
    status,
    parameters: Object(parameters),
    unique_id,
    retryAfter: headers.get('retry-after') ?? undefined,
    // A proxy's 503 stays one, whatever its body says.
    retryable: status === 200 || [status, answer.status].some(each => each === 429 || each >= 500),
  })
}

/** The platform's error body (specification 2.2). */
interface ErrorBody {
  code?: string
  message?: string
  http_status_code?: number
  parameters?: Record<string, unknown>
  unique_id?: string
}

/** `code` or `code: text`. A text that is no known code may be a passing fault; its status stays 200, as it was on the wire. */
function fromHeader(said: string): ErrorBody {
  const [code = '', message] = said.split(/:\s*(.*)/s)
  return {
    code,
    message: message ?? said,
    http_status_code: STATUS_OF.find(([, codes]) => codes.test(code))?.[0] ?? 200,
  }
}

/** A body without the platform's code, a proxy's page or JSON say, leaves the status to speak. */
function fromBody({ text }: Answer): ErrorBody {
  try {
    const body = Object(JSON.parse(text))
    return typeof body.code === 'string' ? { ...body, http_status_code: Number(body.http_status_code) } : {}
  } catch {
    return {}
  }
}

/** The token itself is gone. By code, never by status alone: access may be denied to a token that lives (specification 7). */
export const isDeadToken = ({ code, status }: RewardsError) =>
  /^(expired|invalid|missing)_access_token$/.test(code) || (code === 'method_unauthorized' && status === 401)
