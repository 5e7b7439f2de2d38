/** Codes this SDK raises itself. Every other `code` is the platform's own (specification 7). */
export type OwnErrorCode =
  | 'network_error'
  | 'timeout'
  | 'aborted'
  | 'invalid_response'
  | 'invalid_argument'
  | 'unknown_filter'
  | 'filter_ignored'
  | 'storage_full'
  | 'unsupported_content'
  | 'native_error'
  | 'logged_out'

export interface RewardsErrorDetails {
  /** HTTP status the platform gave, 0 where no answer of its came. */
  status?: number
  /** Attributes related to the error, as the platform sent them. */
  parameters?: Record<string, unknown>
  /** The platform's identifier of this occurrence: quote it to support. */
  unique_id?: string
  /** Whether the same call may succeed later, unchanged. */
  retryable?: boolean
  cause?: unknown
}

/** The only error this SDK throws (specification 2.2). `code` is what to decide by; `message` is English, for developers. */
export class RewardsError extends Error {
  override readonly name = 'RewardsError'
  readonly code: OwnErrorCode | (string & {})
  readonly status: number
  readonly parameters: Record<string, unknown>
  readonly unique_id: string | undefined
  readonly retryable: boolean

  constructor(code: OwnErrorCode | (string & {}), message: string, details: RewardsErrorDetails = {}) {
    super(message, 'cause' in details ? { cause: details.cause } : undefined)
    this.code = code
    this.status = details.status ?? 0
    this.parameters = details.parameters ?? {}
    this.unique_id = details.unique_id
    this.retryable = details.retryable ?? false
  }
}

export const invalid = (message: string) => new RewardsError('invalid_argument', message)

/** The caller's `signal` fired, or the page moved on: never worth telling anyone. */
export const isAborted = (error: unknown) => error instanceof RewardsError && error.code === 'aborted'

export const asRewardsError = (cause: unknown) =>
  cause instanceof RewardsError ? cause : new RewardsError('invalid_argument', String(cause), { cause })
