import { attempt } from '../base/attempt.js'
import { safeDocument } from '../base/safe-document.js'
import { describeGiven, invalid, readArguments, requireText } from '../error/error.js'
import type { DataInput } from '../settings/options.js'
import type { Theme } from '../settings/theme.js'
import type { WidgetName } from '../settings/widget-name.js'

export interface MountOptions {
  /** The widget that draws the zone. It takes precedence over the widget in the content. */
  widget?: WidgetName | undefined
  /** Sets the `--rewards-*` custom properties of the element. */
  theme?: Theme | undefined
  /** Replaces texts of the widgets, by key, or by language and key. Values may contain placeholders such as `{name}`. */
  messages?: Record<string, string | Record<string, string>> | undefined
  /** `lazy` loads the zone when the element is in the viewport, or close to it. */
  loading?: 'eager' | 'lazy' | undefined
}

export interface Mounted {
  readonly element: HTMLElement
  /** Loads the zone again with other data. */
  update(data: DataInput): void
  remove(): void
}

interface MountContext {
  rewards: EventTarget
  loadWidgets(): Promise<unknown>
  reportError(error: unknown): void
}

/**
 * Draws a zone into an element, or into the first element that matches a selector. Throws `invalid_argument` if there is no such element, if it
 * belongs to another window, and without a name. Later problems are dispatched as `error` events.
 */
export function mount(
  { rewards, loadWidgets, reportError }: MountContext,
  target: Element | string,
  name: string,
  data: object | undefined,
  options: MountOptions | undefined,
): Mounted {
  const parent = typeof target === 'string' ? find(target) : target
  // Other windows have their own `Element`, and no definition of `<rewards-zone>`.
  if (!(parent instanceof Element)) {
    const given = typeof target === 'string' ? JSON.stringify(target) : describeGiven(target)
    throw invalid(`mount() needs an element or its selector; got ${given}`)
  }
  requireText('mount() needs the name of a zone', name)
  const given = readArguments('mount()', () => ({ ...options }))
  const element = Object.assign(safeDocument().createElement('rewards-zone'), { ...given, rewards, name, data })
  // A field with the name `append` hides the method of its form.
  Element.prototype.append.call(parent, element)
  // The page may have defined the element already, by the script tag or by the npm package.
  if (!customElements.get('rewards-zone')) loadWidgets().catch(reportError)
  return {
    element,
    update: data => void Object.assign(element, { data }),
    remove: () => element.remove(),
  }
}

/** Returns null for an invalid selector, too: the browser throws a `SyntaxError`. */
const find = (selector: string): Element | null => attempt(() => safeDocument().querySelector(selector)) ?? null
