import { widgets } from './chunks.js'
import { invalid } from './http/error.js'
import type { Data } from './options.js'

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

/**
 * Renders a zone into an element, or the first that matches a selector. Throws `invalid_argument` when there is none; what goes wrong
 * later is told in `error` events.
 */
export function mount(
  rewards: EventTarget,
  target: Element | string,
  name: string,
  data: Data | undefined,
  options: MountOptions,
  onError: (error: unknown) => void,
): Mounted {
  const parent = typeof target === 'string' ? document.querySelector(target) : target
  if (!parent) throw invalid(`No element ${target}`)
  const element = Object.assign(document.createElement('rewards-zone'), { ...options, rewards, name, data })
  parent.append(element)
  widgets().catch(onError)
  return {
    element,
    update: data => void Object.assign(element, { data }),
    remove: () => element.remove(),
  }
}
