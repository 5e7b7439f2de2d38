/** The events that wait to be delivered, as the session needs them. `track.ts` implements it. */
export interface WaitingEvents {
  /** Loads the module that delivers events. */
  delivery(): Promise<EventDelivery>
  /** The same, if events can wait. Resolves with undefined if none was tracked and none can be stored, or if the module cannot be loaded. */
  usedDelivery(): Promise<EventDelivery | undefined>
  /** Runs `work` while no tab delivers events. If a delivery takes long, does not wait for its end. */
  withoutDelivery<T>(work: () => Promise<T>): Promise<T>
  /** The events that this page has tracked and that have not ended. */
  tracked: { reject(error: Error): void }[]
}

/** The module that delivers events, as the session needs it. */
export interface EventDelivery {
  /** Tries now. Resolves when nothing is left to be sent now, or when a failure makes the outbox wait. */
  drain(): Promise<void>
  /** What waits, in any tab. An identifying event has an email address or a `partner_user_id` in its data. */
  waiting(): Promise<'nothing' | 'events' | 'an identifying event'>
  /** Stores with which token the present consumer's events are sent. */
  keepSender(): Promise<void>
  /** Drops what waits, except for what the next consumer has tracked, and what this page has tracked since `loggedOutAt`. */
  dropEvents(loggedOutAt?: number): Promise<void>
  /** Calls `listener` when an event cannot be delivered because the program does not allow the page's origin. Returns a function that ends this. */
  onOriginRefused(listener: (error: Error) => void): () => void
  /** Moves the events that this device stores into memory. */
  moveToMemory(): Promise<void>
}

/** Resolves once nothing waits any more, the platform cannot be reached, or the time is over. Where nothing waits, no other tab is waited for. */
export const waitForDelivery = ({ usedDelivery }: Pick<WaitingEvents, 'usedDelivery'>, ms: number): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    usedDelivery()
      .then(async delivery => delivery && (await delivery.waiting()) !== 'nothing' && delivery.drain())
      .finally(() => clearTimeout(timer))
      .then(resolve, reject)
  })
