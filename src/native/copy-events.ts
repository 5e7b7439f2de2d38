import type { Tracker } from '../track.js'

/** Gives a copy of each event that the page has tracked, unless it is delivered already, and of each that it will track. */
export async function copyEvents(tracker: Tracker, give: (name: string, data: object) => void): Promise<void> {
  const delivering = await tracker.delivery().then(
    delivery => delivery.tracked(),
    () => [],
  )
  for (const { event } of [...delivering, ...tracker.tracked]) give(event.name, event.data)
  tracker.onTracked(({ name, data }) => give(name, data))
}
