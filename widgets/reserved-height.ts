import { HEIGHT_PREFIX } from '../src/erase-appearance.js'
import { buttonAround } from './enclosing-button.js'
import type { ZoneHost } from './view.js'

/** Where the height of a zone is kept: the width of the element, and its height in that width. */
export const heightKey = (name: string) => HEIGHT_PREFIX + name

/** The height that a zone last had in an element of this width: with it nothing moves when the content comes. In a button of the page it needs none. */
export function reservedHeight(host: ZoneHost): string | undefined {
  if (buttonAround(host)) return '0px'
  try {
    const [width, height] = localStorage[heightKey(host.name)].split(' ')
    // Asked for last: the browser has to lay the page out for it.
    return Number(width) === host.offsetWidth ? height : undefined
  } catch {
    return undefined
  }
}
