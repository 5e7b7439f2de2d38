import { RewardsError } from './error.js'
import { describeForeignAnswer } from './foreign-answer.js'
import { isOverloaded } from './retry.js'
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

/** Something between the page and the platform, for instance a captive portal, has answered. */
export const notThePlatform = (answer: Pick<Answer, 'url' | 'status'>) =>
  new RewardsError('network_error', describeForeignAnswer(answer), { retryable: true })

/**
 * The error an answer carries, if it carries one: by its status, or, where web-friendly calls answer 200 whatever happened, by a header
 * (specification 5.4, 6).
 */
export function errorIn(answer: Answer, vendor: string): RewardsError | undefined {
  const { headers } = answer
  const said = headers.get(`x-${vendor}-error-message`) ?? headers.get(`x-${vendor}-error`)
  if (!said && answer.status < 400) return undefined
  return toError(answer, said ? fromHeader(said) : fromBody(answer))
}

/** The error of an answer whose status says that the call has failed. */
export const errorInBody = (answer: Answer): RewardsError => toError(answer, fromBody(answer))

function toError(answer: Answer, { code, message, parameters, unique_id, http_status_code }: ErrorBody): RewardsError {
  const status = http_status_code || answer.status
  const description = typeof message === 'string' ? message : describeForeignAnswer(answer)
  return new RewardsError(code ?? 'invalid_response', description, {
    status,
    parameters: Object(parameters),
    unique_id,
    retryAfter: answer.headers.get('retry-after') ?? undefined,
    // A proxy's 503 stays one, whatever its body says.
    retryable: status === 200 || isOverloaded(status) || isOverloaded(answer.status),
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
