/** The events that wait to be delivered, as far as the session has to do with them. `track.ts` implements it. */
export interface WaitingEvents {
  /** Loads the module that delivers events. */
  delivery(): Promise<{
    /** Tries now, and resolves when nothing waits or the platform cannot be reached. */
    drain(): Promise<void>
    /** Drops what waits, except for what the next consumer has tracked. */
    dropEvents(): Promise<void>
    /** Takes what the device keeps back into memory. */
    moveToMemory(): Promise<void>
  }>
  /** Events that wait for that module. */
  tracked: { reject(error: Error): void }[]
}
