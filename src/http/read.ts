import { RewardsError } from './error.js'
import type { Answer } from './send.js'

const STATUS_OF: Record<string, number> = {
  method_unauthorized: 401,
  expired_access_token: 401,
  payment_required: 402,
  access_denied: 403,
  scopes_denied: 403,
  missing_credentials: 403,
  missing_access_token: 403,
  person_not_found: 403,
  unsupported_media_type: 415,
  too_many_requests: 429,
}

/** A body that should be JSON. Throws `invalid_response`. */
export function readJson(answer: Answer): unknown {
  try {
    return JSON.parse(answer.text)
  } catch (cause) {
    throw new RewardsError('invalid_response', 'The answer is not JSON', { status: answer.status, cause })
  }
}

/**
 * The error an answer carries, if it carries one: by its status, or, where web-friendly calls answer 200 whatever happened, by a header
 * (specification 5.4, 6).
 */
export function errorIn(answer: Answer, vendor: string): RewardsError | undefined {
  const said = answer.headers.get(`x-${vendor}-error-message`) ?? answer.headers.get(`x-${vendor}-error`)
  if (said) return errorInHeader(said)
  if (answer.status >= 400) return errorInBody(answer)
  return undefined
}

/** `code` or `code: text`. A text that is no known code may be a passing fault; `status` is 200 then, as it was on the wire. */
function errorInHeader(said: string) {
  const [code = said, text = said] = said.split(/:\s*(.*)/s)
  const status = STATUS_OF[code] ?? (/^jwt_|^invalid_|^missing_request_body$|^binding_error$/.test(code) ? 400 : 200)
  return new RewardsError(code, text, { status, retryable: status === 200 || status === 429 })
}

/** A body that is not the platform's, a proxy's page say, leaves the status to speak. */
function errorInBody(answer: Answer) {
  let body: Record<string, unknown> = {}
  try {
    body = Object(JSON.parse(answer.text))
  } catch {}
  const status = Number(body.http_status_code) || answer.status
  const known = typeof body.code === 'string'
  return new RewardsError(known ? String(body.code) : 'invalid_response', String(body.message ?? `Status ${status}`), {
    status,
    parameters: Object(body.parameters),
    unique_id: body.unique_id as string | undefined,
    retryable: status === 429 || status >= 500,
  })
}

/** The token itself is gone. By code, never by status alone: access may be denied to a token that lives (specification 7). */
export const isDeadToken = ({ code, status }: RewardsError) =>
  /^(expired|invalid|missing)_access_token$/.test(code) || (code === 'method_unauthorized' && status === 401)
