import type { RecordedCall } from './call-log.js'

type Answer = Pick<RecordedCall, 'status' | 'code'>

/** Whether a call has ended without success. */
export const hasFailed = ({ status, code }: Answer): boolean =>
  status !== undefined && (!status || status >= 400 || code !== undefined)

/** How a call has ended, in a few words. */
export const outcomeOf = ({ status, code }: Answer): string => [status || 'no answer', code].filter(Boolean).join(' ')

/** The known refusals after which the outbox sends an event again, by status and code. A web-friendly call always answers 200. */
const PASSING =
  /^((402|404|405|421|429|5\d\d) .*|200 (payment_required|not_found|method_not_allowed|misdirected_request|too_many_requests|software_error)|(200|401) method_unauthorized|\d+ (expired|invalid|missing)_access_token)$/

/**
 * Whether an event still waits after its last attempt. Without a code, something else has answered in the platform's place. After a code that is not
 * known here, it waits as long as the runtime has not reported the code.
 */
export const isWaiting = (last: Answer, problems: readonly { code: string }[]): boolean =>
  last.status === undefined ||
  (hasFailed(last) &&
    (!last.code || PASSING.test(`${last.status} ${last.code}`) || problems.every(({ code }) => code !== last.code)))
