import { HEIGHT_PREFIX } from '../src/base/erase-appearance.js'
import { enclosingButton } from './enclosing-button.js'
import type { ZoneHost } from './view.js'

/** The key in `localStorage` for `<width> <height>px`: the size that a zone had last. */
export const heightKey = (name: string) => HEIGHT_PREFIX + name

/** The height that the zone had last in an element of the same width. Reserving it keeps the page still when the content arrives. */
export function reservedHeight(host: ZoneHost): string | undefined {
  // A zone inside a button of the page renders nothing in its place.
  if (enclosingButton(host)) return '0px'
  try {
    const [width, height] = localStorage[heightKey(host.name)].split(' ')
    // `offsetWidth` makes the browser lay the page out, so it is read only if a height is stored.
    return Number(width) === host.offsetWidth ? height : undefined
  } catch {
    return undefined
  }
}
