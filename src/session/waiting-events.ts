/** The events that wait to be delivered, as the session needs them. `track.ts` implements it. */
export interface WaitingEvents {
  /** Loads the module that delivers events. */
  delivery(): Promise<{
    /** Tries now, and resolves when nothing waits or the platform cannot be reached. */
    drain(): Promise<void>
    /** Drops what waits, except for what the next consumer has tracked. */
    dropEvents(): Promise<void>
    /** Moves the events that this device stores into memory. */
    moveToMemory(): Promise<void>
  }>
  /** Events that this module has not taken over yet. */
  tracked: { reject(error: Error): void }[]
}

/** Resolves once nothing waits any more, the platform cannot be reached, or the time is over. */
export function waitForDelivery({ delivery }: WaitingEvents, ms: number): Promise<unknown> {
  const drained = delivery().then(
    loaded => loaded.drain(),
    () => {},
  )
  return Promise.race([drained, new Promise(resolve => setTimeout(resolve, ms))])
}
