/** Thrown when a database cannot be opened. The message is one line that names the database and says what to do. */
export class DatabaseError extends Error {
  readonly code = 'database_error'

  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'DatabaseError'
  }
}
