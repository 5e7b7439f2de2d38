import { RewardsError } from './error.js'
import { describeForeignAnswer } from './foreign-answer.js'
import { isOverloaded } from './retry.js'
import type { Answer } from './send.js'

/**
 * The HTTP status of each code, for an error in a header: a web-friendly call always answers 200 (specification 7). Each pattern matches
 * the beginnings of the codes with that status.
 */
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

/** Parses a JSON body. Throws `invalid_response`, or `network_error` if the answer is not from the platform. */
export function readJson(answer: Answer): unknown {
  const { status, headers, text } = answer
  // The platform has nothing to say about a change.
  if (status === 204) return undefined
  try {
    return JSON.parse(text)
  } catch {
    // Without the cause: its text quotes the answer, which may contain a token.
    if (headers.get('content-type')?.includes('json'))
      throw new RewardsError('invalid_response', 'The answer is not valid JSON', { status })
    throw notThePlatform(answer)
  }
}

/** The error for an answer that is not from the platform, for example from a captive portal. */
export const notThePlatform = (answer: Pick<Answer, 'url' | 'status'>) =>
  new RewardsError('network_error', describeForeignAnswer(answer), { retryable: true })

/**
 * Returns the error in an answer, if there is one. Web-friendly calls always answer 200 and name the error in a header
 * (specification 5.4, 6).
 */
export function errorIn(answer: Answer, vendor: string): RewardsError | undefined {
  const { headers } = answer
  const header = headers.get(`x-${vendor}-error-message`) ?? headers.get(`x-${vendor}-error`)
  if (!header && answer.status < 400) return undefined
  return toError(answer, header ? fromHeader(header) : fromBody(answer))
}

/** The error in an answer whose status says that the call has failed. */
export const errorInBody = (answer: Answer): RewardsError => toError(answer, fromBody(answer))

function toError(answer: Answer, { code, message, parameters, unique_id, http_status_code }: ErrorBody): RewardsError {
  const status = http_status_code || answer.status
  const description = typeof message === 'string' ? message : describeForeignAnswer(answer)
  return new RewardsError(code ?? 'invalid_response', description, {
    status,
    parameters: Object(parameters),
    unique_id,
    retryAfter: answer.headers.get('retry-after') ?? undefined,
    // A 503 of a proxy is retryable, whatever its body says.
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

/** Reads `code` or `code: text`. The status stays 200 for an unknown code: the error may be temporary. */
function fromHeader(header: string): ErrorBody {
  const [code = '', message] = header.split(/:\s*(.*)/s)
  return {
    code,
    message: message ?? header,
    http_status_code: STATUS_OF.find(([, codes]) => codes.test(code))?.[0] ?? 200,
  }
}

/** Reads the platform's error. Returns an empty one for any other body, such as a page of a proxy: then the status decides. */
function fromBody({ text }: Answer): ErrorBody {
  try {
    const body = Object(JSON.parse(text))
    return typeof body.code === 'string' ? { ...body, http_status_code: Number(body.http_status_code) } : {}
  } catch {
    return {}
  }
}
