interface Tracked {
  event: { name: string; data: object }
}

export interface Tracker {
  track(name: string, data: object, options: object): Promise<unknown>
  /** What nobody has seen to yet. */
  tracked: Tracked[]
  delivery(): Promise<{
    /** What somebody has seen to, and the platform has not answered. */
    tracked(): Tracked[]
    drain(): Promise<void>
    withdraw(): Promise<void>
  }>
}

/** Gives a copy of each event that the page has tracked, unless it is there already, and of each that it will. */
export async function copyEvents(tracker: Tracker, give: (name: string, data: object) => void): Promise<void> {
  const seen = await tracker.delivery().then(
    of => of.tracked(),
    () => [],
  )
  for (const { event } of [...seen, ...tracker.tracked]) give(event.name, event.data)
  const { track } = tracker
  tracker.track = (...args) => {
    // Throws what is no event.
    const receipt = track(...args)
    const { event } = tracker.tracked.at(-1)!
    give(event.name, event.data)
    return receipt
  }
}
