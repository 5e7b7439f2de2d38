import { describeGiven, invalid, readArguments, requireText } from './http/error.js'
import type { Data } from './options.js'
import { safeDocument } from './safe-document.js'

export interface MountOptions {
  /** The widget to draw the zone with, whatever its content says. */
  widget?: string
  /** Compiled to the `--rewards-*` custom properties of the element. */
  theme?: object
  /** Instead of the widgets' own words, by key; values may hold `{name}`s that are filled in. */
  messages?: Record<string, string>
  /** `lazy` waits until the element is in the viewport, or nearly. */
  loading?: 'eager' | 'lazy'
}

export interface Mounted {
  element: HTMLElement
  /** Loads the zone again with other data. */
  update(data: Data): void
  remove(): void
}

interface MountContext {
  rewards: EventTarget
  loadWidgets(): Promise<unknown>
  reportError(error: unknown): void
}

/**
 * Renders a zone into an element, or the first that matches a selector. Throws `invalid_argument` when there is none, for what
 * is not an element of this window, and without a name; what goes wrong later is told in `error` events.
 */
export function mount(
  { rewards, loadWidgets, reportError }: MountContext,
  target: Element | string,
  name: string,
  data: Data | undefined,
  options: MountOptions,
): Mounted {
  const parent = typeof target === 'string' ? find(target) : target
  // Other windows have their own `Element`, and no definition of `<rewards-zone>`.
  if (!(parent instanceof Element)) {
    const given = typeof target === 'string' ? JSON.stringify(target) : describeGiven(target)
    throw invalid(`mount() needs an element or a selector that matches one; got ${given}`)
  }
  requireText('mount() needs the name of a zone', name)
  const given = readArguments('mount()', () => ({ ...options }))
  const element = Object.assign(safeDocument().createElement('rewards-zone'), { ...given, rewards, name, data })
  // A form with a field of this name has no `append` of its own.
  Element.prototype.append.call(parent, element)
  loadWidgets().catch(reportError)
  return {
    element,
    update: data => void Object.assign(element, { data }),
    remove: () => element.remove(),
  }
}

/** Null also for what is no selector, which the browser throws a `SyntaxError` for. */
function find(selector: string): Element | null {
  try {
    return safeDocument().querySelector(selector)
  } catch {
    return null
  }
}
