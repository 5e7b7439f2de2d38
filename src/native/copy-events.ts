export interface Tracker {
  /** What nobody has seen to yet. */
  tracked: { event: { name: string; data: object } }[]
  track(name: string, data: object, options: object): Promise<unknown>
}

/** Gives a copy of each event that the page has tracked, and of each that it will. */
export function copyEvents(tracker: Tracker, give: (name: string, data: object) => void): void {
  for (const { event } of tracker.tracked) give(event.name, event.data)
  const { track } = tracker
  tracker.track = (name, data, options) => {
    // Throws what is no event.
    const receipt = track(name, data, options)
    give(name, data)
    return receipt
  }
}
