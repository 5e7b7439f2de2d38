/** Thrown when a database cannot be opened. The message is one line that names the database and says what to do. */
export class DatabaseError extends Error {
  readonly code = 'database_error'

  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'DatabaseError'
  }
}

/** Thrown by a statement if the database cannot be used at the moment. The same statement can succeed later. */
export class DatabaseUnavailable extends Error {
  constructor(cause: unknown) {
    super(`The database cannot be used: ${messageOf(cause)}`, { cause })
    this.name = 'DatabaseUnavailable'
  }
}

/** A host with several addresses fails with one error for each address, and without a message. */
export const messageOf = (error: unknown): string =>
  error instanceof AggregateError && error.errors.length ? messageOf(error.errors[0]) : (error as Error).message

export const isUnavailable = (error: unknown): boolean => error instanceof DatabaseUnavailable

/**
 * PostgreSQL error codes of a server that cannot work at the moment: broken connection, read-only transaction (a standby that is not promoted yet), no
 * resources left, stopped by an administrator, error of the disk, transaction that was too slow for the server.
 */
export const UNAVAILABLE_CODES = /^(08|53|57P|58)|^25006$|^25P0[34]$/
