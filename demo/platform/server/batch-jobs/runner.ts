/** Runs batch jobs in the background. Their state is in the database, so that they go on after a restart. */
export interface JobRunner {
  /** Starts jobs that wait. */
  wake(): Promise<void>
  /** Stops after the current rows. The jobs go on when a platform is started on the same database. */
  stop(): Promise<void>
}
