import type { Tracker } from '../page/track.js'

/** Sends a copy of each event of the page: of those that wait for delivery, and of those that the page tracks from now on. */
export function copyEvents(tracker: Tracker, send: (name: string, data: object) => void): void {
  for (const { event } of tracker.tracked) send(event.name, event.data)
  tracker.onTracked(({ name, data }) => send(name, data))
}
