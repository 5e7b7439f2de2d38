import type { Consumer } from './consumer.js'
import { parseObject } from './parse-object.js'
import type { Rewards } from './rewards.js'
import type { Zone } from './zone.js'

/** The request for the zone of a `<rewards-zone>`, sent while the code of the element was still on its way. */
interface EarlyZone {
  rewards: Rewards
  /** What was asked for: the element may have changed since. */
  key: string
  /** Who the page knew when the request was sent. */
  consumer: Consumer
  zone: Promise<Zone>
  abort(): void
}

/** The settings of an element that decide what its request asks for. */
interface ZoneSettings {
  name: string
  data: unknown
  widget: string
}

/** The property of an element that holds its early request. The runtime and the widgets are separate files, which share the symbol. */
const EARLY_ZONE = Symbol.for('rewards:early-zone')

type Waiting = Element & { [EARLY_ZONE]?: EarlyZone | undefined }

/** Set as properties before the element is defined, these win over its attributes. */
const SETTINGS = ['name', 'data', 'widget', 'loading', 'rewards']

const keyOf = ({ name, data, widget }: ZoneSettings) => JSON.stringify([name, data, widget])

/**
 * Requests the zone of an element whose code has not arrived, as the element itself will. Leaves three kinds to the element: with
 * `loading="lazy"`, with a property that the page has set, and with data that the element completes or refuses.
 */
export function requestZoneEarly(element: Waiting, rewards: Rewards): void {
  if (element[EARLY_ZONE] || SETTINGS.some(name => Object.hasOwn(element, name))) return
  const attribute = (name: string) => element.getAttribute(name) ?? ''
  const [name, widget] = [attribute('name'), attribute('widget')]
  const data = parseObject(attribute('data'))
  if (!name || !data || data.content === 'opengraph' || attribute('loading') === 'lazy') return
  const controller = new AbortController()
  element[EARLY_ZONE] = {
    rewards,
    key: keyOf({ name, data, widget }),
    consumer: rewards.consumer,
    zone: rewards.zone(name, data, { widget, signal: controller.signal }),
    abort: () => controller.abort(),
  }
}

/**
 * The early request of an element, for its first load alone. Aborts a request that asks for something else. After that, aborting `signal`
 * aborts the request.
 */
export function takeEarlyZone(
  element: Waiting & ZoneSettings,
  rewards: Rewards,
  signal: AbortSignal,
): EarlyZone | undefined {
  const early = element[EARLY_ZONE]
  if (!early) return undefined
  element[EARLY_ZONE] = undefined
  if (early.rewards !== rewards || early.key !== keyOf(element)) return void early.abort()
  signal.addEventListener('abort', early.abort)
  return early
}
