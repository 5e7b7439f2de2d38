export type Row = Record<string, unknown>

export interface Queryable {
  /** Runs one statement with `$1`-style parameters and returns its rows. */
  query<T = Row>(sql: string, params?: unknown[]): Promise<T[]>
  /** Runs several statements without parameters. */
  execute(script: string): Promise<void>
  /**
   * Runs `work` in a transaction, or in the current one. Rolls back if `work` throws. Runs `work` again after a conflict with
   * another transaction, so `work` must change nothing but the database. `work` must use the database that it receives: another
   * one waits for a connection, which is never free if every connection does the same.
   */
  transaction<T>(work: (db: Queryable) => Promise<T>): Promise<T>
}

export interface Database extends Queryable {
  /** How many transactions can run at the same time. */
  connections: number
  /** Whether other processes can use it, too. */
  isShared: boolean
  close(): Promise<void>
}
