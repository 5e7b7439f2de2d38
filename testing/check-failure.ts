import { isNear } from '../src/base/is-near.js'
import type { TestFailure } from './test-platform.js'

/** The paths of the requests that the SDK sends. A star stands for an id. */
const PATHS = [
  '/zones',
  '/api/v6/zones',
  '/events',
  '/api/v6/events',
  '/api/v5/token',
  '/api/v4/me',
  '/api/v4/me/parameters/*',
  '/api/v4/me/referrals-from-me',
  '/api/v4/me/referrals-to-me',
  '/api/v4/me/rewards/status',
  '/api/v4/me/audience-memberships',
  '/api/v4/me/journeys',
  '/api/v4/me/steps',
  '/api/v4/me/shares/*',
  '/api/v4/me/assets/*/download',
  '/api/v4/me/send-verification-email/status/*',
  '/api/v4/persons/*/assets/*/download',
  '/api/v6/me/shareables/get-or-create',
  '/api/v6/me/shareables/get-create-or-update',
  '/api/v6/me/shareables/*',
  '/api/v6/email/share/batch',
]

/** A failure for the examples of the messages. */
const EXAMPLE = "{ status: 403, code: 'access_denied' }"

const FAILURE: Record<keyof Exclude<TestFailure, string>, true> = {
  status: true,
  code: true,
  message: true,
  parameters: true,
}

/** The code of each status that has only one. */
const ONLY_CODE: Record<number, string> = {
  402: 'payment_required',
  404: 'not_found',
  405: 'method_not_allowed',
  413: 'request_too_large',
  415: 'unsupported_media_type',
  421: 'misdirected_request',
  429: 'too_many_requests',
  500: 'software_error',
}

/**
 * Checks the arguments of `fail()`, and returns the failure with its code, if its status has only one. Throws an `Error` for arguments
 * with which no request would fail, or with an answer that no platform gives.
 */
export function checkFailure(path: string, failure: TestFailure, options: object): TestFailure {
  checkPath(path)
  checkTimes(options)
  if (failure === 'network_error') return failure
  if (Object(failure) !== failure)
    throw new Error(`fail() has no failure ${JSON.stringify(failure)}. Use 'network_error', or ${EXAMPLE}.`)
  refuseUnknown('The failure of fail()', failure, Object.keys(FAILURE))
  const { code, status } = failure
  if (status === undefined) {
    if (code) throw new Error(`fail() needs a status beside the code ${code}. For example ${EXAMPLE}.`)
    return failure
  }
  if (!Number.isInteger(status) || status < 400 || status > 599)
    throw new Error(`fail() needs a status from 400 to 599, as in ${EXAMPLE}; got ${JSON.stringify(status)}.`)
  if (!code && status < 500 && !ONLY_CODE[status])
    throw new Error(`fail() needs a code beside the status ${status}, which has several. For example ${EXAMPLE}.`)
  return { ...failure, ...(!code && ONLY_CODE[status] && { code: ONLY_CODE[status] }) }
}

function checkTimes(options: object) {
  refuseUnknown('The third argument of fail()', options, ['times'])
  const { times } = options as { times?: unknown }
  if (times !== undefined && !(typeof times === 'number' && times > 0))
    throw new Error(`fail() needs a number above 0 as times; got ${JSON.stringify(times)}.`)
}

function refuseUnknown(where: string, given: object, known: string[]) {
  const unknown = Object.keys(given).find(name => !known.includes(name))
  if (unknown) throw new Error(`${where} has no ${unknown}. It has ${known.join(', ')}.`)
}

/** No request has a path that contains another text. A text without a slash may be an id. */
function checkPath(path: string) {
  if (typeof path !== 'string' || !path) throw new Error("fail() needs a path, such as '/zones'.")
  if (PATHS.some(each => each.includes(path) || hasId(each, path))) return
  const parts = [...new Set(PATHS.flatMap(each => [each, ...each.split('/').flatMap(part => [`/${part}`, part])]))]
  const nearest =
    parts.find(part => part.length > 2 && isNear(path, part, 2)) ?? PATHS.find(each => path.endsWith(each))
  if (!nearest && !/[\s/]/.test(path)) return
  const hint = nearest ? `Did you mean '${nearest}'?` : `A path is, for example, ${PATHS.slice(0, 6).join(', ')}.`
  throw new Error(`fail(): no request of the SDK has a path with '${path}'. ${hint}`)
}

/** Whether `path` is a part of the pattern with ids in the places of the stars. An id alone is none: it needs a fixed part before it. */
function hasId(pattern: string, path: string): boolean {
  const parts = path.split('/')
  const segments = pattern.split('/')
  const last = parts.length - 1
  const fits = (part: string, index: number, segment = '') => {
    if (segment === '*') return index > 0 && part !== ''
    if (index === 0) return segment.endsWith(part)
    return index === last ? segment.startsWith(part) : segment === part
  }
  return segments.some((_, start) => {
    const covered = segments.slice(start, start + parts.length)
    const hasFixedPart = covered.some((segment, index) => segment !== '*' && parts[index])
    return covered.includes('*') && hasFixedPart && parts.every((part, index) => fits(part, index, covered[index]))
  })
}
