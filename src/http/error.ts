import type { RewardsErrorCode } from './error-code.js'

export type { OwnErrorCode, PlatformErrorCode, RewardsErrorCode } from './error-code.js'

export interface RewardsErrorDetails {
  /** HTTP status the platform gave, 0 where no answer of its came. */
  status?: number
  /** Attributes related to the error, as the platform sent them. */
  parameters?: Record<string, unknown>
  /** The platform's identifier of this occurrence: quote it to support. */
  unique_id?: string
  /** Whether the same call may succeed later, unchanged. */
  retryable?: boolean
  /** The platform's `Retry-After`, in seconds or as a date. */
  retryAfter?: string | undefined
  cause?: unknown
}

/** The only error this SDK throws (specification 2.2). `code` is what to decide by; `message` is English, for developers. */
export class RewardsError extends Error {
  override readonly name = 'RewardsError'
  declare readonly code: RewardsErrorCode | (string & {})
  declare readonly status: number
  declare readonly parameters: Record<string, unknown>
  declare readonly unique_id: string | undefined
  declare readonly retryable: boolean
  declare readonly retryAfter: string | undefined

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

/** The type of an argument, for an error message: the value itself may be personal data. */
export function describeGiven(value: unknown): string {
  if (value === '') return 'an empty string'
  try {
    return Object.prototype.toString.call(value)
  } catch {
    return typeof value // a proxy that throws when it is read
  }
}

export const aborted = (cause?: unknown) => new RewardsError('aborted', 'The call was aborted', { cause })

/** The caller's `signal` fired, or the page moved on: never worth telling anyone. */
export const isAborted = ({ code }: RewardsError) => code === 'aborted'

/** By name and not by class: with the script tag, each module that is loaded later has its own copy of the class. */
export const isRewardsError = (value: unknown): value is RewardsError => Object(value).name === 'RewardsError'

/**
 * Reads the arguments of a call, or runs a callback of the page. Whatever is thrown, for instance by an object that throws when it is read,
 * is the page's fault. `name` is the call or the callback.
 */
export function readArguments<T>(name: string, read: () => T): T {
  try {
    return read()
  } catch (cause) {
    throw asPageError(name, cause)
  }
}

/** The error that the page has caused by throwing `cause`. `name` is the call that got its argument, or its callback. */
export const asPageError = (name: string, cause: unknown) =>
  isRewardsError(cause) ? cause : new RewardsError('invalid_argument', `${name}: ${Object(cause).message}`, { cause })

/**
 * Any other error inside the SDK is a defect of the SDK. `where` names the call. The text of `cause` may quote a token, so it is not part
 * of the message.
 */
export const asRewardsError = (cause: unknown, where = 'the background') =>
  isRewardsError(cause)
    ? cause
    : new RewardsError('internal_error', `The SDK failed in ${where}; see \`cause\``, { cause })
