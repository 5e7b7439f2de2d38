import { RewardsError } from './error.js'
import type { Answer } from './send.js'

/** What a code in a header would have been as a status (specification 7): by a beginning that no other code has. */
const STATUS_OF: [status: number, codes: RegExp][] = [
  [401, /^(method_un|jwt_auth|invalid_cred|(expired|invalid)_access_token$)/],
  [402, /^payment_/],
  [403, /_denied$|^missing_(access|cred)|^person_/],
  [415, /^unsupported_/],
  [429, /^too_many_/],
  [400, /^(jwt|invalid|data|missing|binding|read_only)_/],
]

/** A body that should be JSON. Throws `invalid_response`; `network_error` where somebody else, a captive portal say, has answered. */
export function readJson({ status, headers, text }: Answer): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Without its cause, whose text quotes the answer: there may be a token in it.
    if (headers.get('content-type')?.includes('json'))
      throw new RewardsError('invalid_response', 'Not JSON', { status })
    throw notThePlatform()
  }
}

export const notThePlatform = () => new RewardsError('network_error', 'Not from the platform', { retryable: true })

/**
 * The error an answer carries, if it carries one: by its status, or, where web-friendly calls answer 200 whatever happened, by a header
 * (specification 5.4, 6).
 */
export function errorIn(answer: Answer, vendor: string): RewardsError | undefined {
  const { headers } = answer
  const said = headers.get(`x-${vendor}-error-message`) ?? headers.get(`x-${vendor}-error`)
  if (!said && answer.status < 400) return undefined
  const {
    code = 'invalid_response',
    message = '',
    parameters = {},
    unique_id,
    http_status_code,
  } = said ? fromHeader(said) : fromBody(answer)
  const status = http_status_code ?? answer.status
  return new RewardsError(code, message, {
    status,
    parameters,
    unique_id,
    retryAfter: headers.get('retry-after') ?? undefined,
    retryable: status === 200 || status === 429 || status >= 500,
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

/** A body that is not the platform's, a proxy's page say, leaves the status to speak. */
function fromBody({ text }: Answer): ErrorBody {
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}

/** The token itself is gone. By code, never by status alone: access may be denied to a token that lives (specification 7). */
export const isDeadToken = ({ code, status }: RewardsError) =>
  /^(expired|invalid|missing)_access_token$/.test(code) || (code === 'method_unauthorized' && status === 401)
