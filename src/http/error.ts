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

/** What was given, as an error message shows it: the value itself may be personal data. */
export const describeGiven = (value: unknown) =>
  value === '' ? 'an empty string' : Object.prototype.toString.call(value)

export const aborted = (cause?: unknown) => new RewardsError('aborted', 'The call was aborted', { cause })

/** The caller's `signal` fired, or the page moved on: never worth telling anyone. */
export const isAborted = ({ code }: RewardsError) => code === 'aborted'

/** By name and not by class: with the script tag, each module that is loaded later has its own copy of the class. */
const isRewardsError = (value: unknown): value is RewardsError => Object(value).name === 'RewardsError'

/**
 * Runs what reads the arguments of a call that throws at once. Whatever the page has passed, for instance an object that throws when it is
 * read, the error is a `RewardsError`.
 */
export function checkArguments<T>(read: () => T): T {
  try {
    return read()
  } catch (cause) {
    throw asRewardsError(cause)
  }
}

/** Any other error thrown inside a call comes from its arguments. */
export const asRewardsError = (cause: unknown) =>
  isRewardsError(cause) ? cause : new RewardsError('invalid_argument', Object(cause).message, { cause })
