import { removeRecord, storedKeys } from './local-storage.js'

/** The keys in `localStorage` under which the widgets store how the page looks: a record for each zone. */
export const HEIGHT_PREFIX = 'rewards-zone '
export const DISMISSAL_PREFIX = 'rewards:dismissed:'

/** Deletes the heights of zones, and the records of the overlays and panels that a person has dismissed or opened. */
export function eraseAppearance(): void {
  storedKeys(HEIGHT_PREFIX, DISMISSAL_PREFIX).forEach(removeRecord)
}
