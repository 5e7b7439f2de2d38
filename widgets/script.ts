import { BUILD } from '../src/base/build.js'
import { defineElement } from './define-element.js'
import { shared } from './shared.js'

// The element for the script tag: `rewards-widgets.js`, which a page may name, and `widgets.js` in the folder of its build. It does nothing by
// itself: the runtime starts it, after it has compared the builds.

/** The build that this file belongs to. The runtime compares it only with `rewards-widgets.js`. */
export const build = BUILD

/** Defines `<rewards-zone>`. `folder` is the folder of the build that the runtime belongs to: the views find what the element shares by it. */
export function start(folder: string): void {
  const page = globalThis as { [key: symbol]: typeof shared | undefined }
  page[Symbol.for(folder)] ??= shared
  defineElement()
}
