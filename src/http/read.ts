import { RewardsError } from '../error/error.js'
import type * as codes from '../error/error-code.js'
import { describeForeignAnswer } from './foreign-answer.js'
import { isDeadToken, isOverloaded, needsProof } from './retry.js'
import type { Answer } from './send.js'

// Tells the platform's answers from those of a captive portal, a proxy or a firewall, for the whole SDK (contract 1).

/** Loads the table of the platform's codes. Throws `network_error`. */
export type LoadCodes = () => Promise<Pick<typeof codes, 'statusOfCode'>>

/** The platform's error body (specification 2.2). */
interface ErrorBody {
  code: string
  message: string
  http_status_code: number
  parameters: Record<string, unknown>
  unique_id: string
}

/**
 * Returns the refusal in an answer of the platform, undefined if there is none. Throws `network_error` for any other answer. `path` is the path of
 * the call.
 */
export function refusalIn(answer: Answer, path: string, vendor: string): RewardsError | undefined {
  const { headers, json, status } = answer
  if (isErrorBody(json, status)) return toError(answer, json.code, json)
  const header = headers.get(`x-${vendor}-error-message`) ?? headers.get(`x-${vendor}-error`)
  if (header) {
    const [code = '', message = header] = header.split(/:\s*(.*)/s)
    return toError(answer, code, { message })
  }
  const isSuccess = status < 300 && (headers.get(`x-${vendor}-token`) || isWhole(path, answer))
  if (!isSuccess) throw notThePlatform(answer)
  return undefined
}

/** The error for an answer that is not from the platform, for example from a captive portal. */
const notThePlatform = ({ url, status, headers }: Answer) =>
  new RewardsError('network_error', describeForeignAnswer({ url, status }), {
    status,
    retryAfter: headers.get('retry-after') ?? undefined,
    retryable: true,
  })

/**
 * Whether a body is the whole answer to a call. Without the platform's token in a header, nothing else tells who has answered. Of a resource,
 * any object or list is taken here: its call checks it by a schema.
 */
function isWhole(path: string, { status, json }: Answer): boolean {
  const body = Object(json)
  switch (path) {
    case '/events':
      return isText(body.id) && isText(body.token)
    case '/api/v6/events':
      return body.id != null && body.id === body.event_id
    case '/zones':
      return false // A creative may be anything.
    case '/api/v6/zones':
      return body.event_id !== undefined && body.data !== undefined
    default:
      return status === 204 || body === json
  }
}

const isText = (value: unknown) => typeof value === 'string'

function isErrorBody(json: unknown, status: number): json is ErrorBody {
  const { code, message, http_status_code, parameters, unique_id } = Object(json)
  return http_status_code === status && Boolean(parameters) && [code, message, unique_id].every(isText)
}

const toError = (answer: Answer, code: string, { message, parameters, unique_id }: Partial<ErrorBody>): RewardsError =>
  new RewardsError(code, message!, {
    status: answer.status,
    parameters: Object(parameters),
    unique_id: unique_id!,
    retryAfter: answer.headers.get('retry-after') ?? undefined,
    retryable: isOverloaded(answer.status),
  })

/**
 * Completes a refusal by the table of the platform's codes, which loads for it: a web-friendly call always answers 200, and an unknown code may pass with
 * time. Without the table, every code is unknown. What a page meets without a mistake needs no table: a zone without content, an overload, and a token
 * that has to be renewed or proved.
 */
export async function completeRefusal(refusal: RewardsError, loadCodes: LoadCodes): Promise<RewardsError> {
  const { code, status } = refusal
  const isWeb = status < 300
  const isUsual = isWeb ? code === 'no_creative' : isOverloaded(status) || isDeadToken(refusal) || needsProof(refusal)
  if (isUsual) return refusal
  const known = await loadCodes().then(
    ({ statusOfCode }) => statusOfCode(code),
    () => undefined,
  )
  const details = isWeb ? { status: known ?? status, retryable: !known || isOverloaded(known) } : {}
  return Object.assign(refusal, details, { hasUnknownCode: !known })
}
