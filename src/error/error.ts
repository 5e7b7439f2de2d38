import type { RewardsErrorCode } from './error-code.js'

export type { OwnErrorCode, PlatformErrorCode, RewardsErrorCode } from './error-code.js'

export interface RewardsErrorDetails {
  /** The HTTP status of the answer; 0 if there was no answer. */
  status?: number
  /** Details of the error, as the platform sent them. */
  parameters?: Record<string, unknown>
  /** The platform's id of this error. Its support asks for the id. */
  unique_id?: string | undefined
  /** Whether the same call may succeed later. */
  retryable?: boolean
  /** The platform's `Retry-After`, in seconds or as a date. */
  retryAfter?: string | undefined
  /** Whether the platform has answered with a code that this version of the SDK does not know, and is not overloaded. */
  hasUnknownCode?: boolean | undefined
  cause?: unknown
}

/** The only error that the SDK throws (specification 2.2). Programs decide by `code`; `message` is English text for developers. */
export class RewardsError extends Error {
  override readonly name = 'RewardsError'
  declare readonly code: RewardsErrorCode | (string & {})
  declare readonly status: number
  declare readonly parameters: Record<string, unknown>
  declare readonly unique_id: string | undefined
  declare readonly retryable: boolean
  declare readonly retryAfter: string | undefined
  declare readonly hasUnknownCode: boolean | undefined

  constructor(
    code: RewardsErrorCode | (string & {}),
    message: string,
    { cause, ...details }: RewardsErrorDetails = {},
  ) {
    super(message, { cause })
    Object.assign(this, { code, status: 0, parameters: {}, retryable: false }, details)
  }
}

export const invalid = (message: string) => new RewardsError('invalid_argument', message)

/** The error for a value of the wrong type. The message says what is needed, and the type of what was given. */
export const invalidType = (need: string, given: unknown) => invalid(`${need}; got ${describeGiven(given)}`)

/** Throws `invalid_argument` if `value` is not a text, or is empty. */
export function requireText(need: string, value: unknown): asserts value is string {
  if (typeof value !== 'string' || !value) throw invalidType(need, value)
}

/** The type of an argument, for an error message. The value itself may be personal data. */
export function describeGiven(value: unknown): string {
  if (value === '') return 'an empty string'
  if (value == null) return String(value)
  try {
    return Object.prototype.toString.call(value)
  } catch {
    return typeof value // a proxy that throws when it is read
  }
}

export const aborted = (cause?: unknown) => new RewardsError('aborted', 'The call was aborted', { cause })

/** The session of the call has ended. */
export const loggedOut = (cause?: unknown) =>
  new RewardsError('logged_out', 'The consumer logged out during the call, or another person logged in', { cause })

/** Aborted calls are not reported: the caller, or the SDK itself, no longer needs the answer. */
export const isAborted = ({ code }: RewardsError) => code === 'aborted'

/** Compares the name, not the class: a page may contain several copies of the SDK. */
export const isRewardsError = (value: unknown): value is RewardsError => Object(value).name === 'RewardsError'

/**
 * Reads the arguments of a call, or runs a callback of the page. Every error is the page's fault: an argument may be an object that throws
 * when it is read. `name` is the call or the callback.
 */
export function readArguments<T>(name: string, read: () => T): T {
  try {
    return read()
  } catch (cause) {
    throw asPageError(name, cause)
  }
}

/** The error of a call whose argument or callback has thrown `cause`. `name` is the call or the callback. */
export const asPageError = (name: string, cause: unknown) =>
  isRewardsError(cause) ? cause : new RewardsError('invalid_argument', `${name}: ${Object(cause).message}`, { cause })

/**
 * Returns a `RewardsError` as it is. Any other error is a defect of the SDK. `where` names the call. The text of `cause` may contain a
 * token, so it is not part of the message.
 */
export const asRewardsError = (cause: unknown, where = 'the background') =>
  isRewardsError(cause)
    ? cause
    : new RewardsError('internal_error', `The SDK failed in ${where}; see \`cause\``, { cause })
