/** What the widgets keep in `localStorage` about how the page looks, a record for each zone. */
export const HEIGHT_PREFIX = 'rewards-zone '
export const DISMISSAL_PREFIX = 'rewards:dismissed:'

/** Deletes how high each zone was, and which overlays a person has dismissed. */
export function eraseAppearance(): void {
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(HEIGHT_PREFIX) || key.startsWith(DISMISSAL_PREFIX)) localStorage.removeItem(key)
  } catch {
    // Storage is blocked, or not there at all: nothing is kept there.
  }
}
