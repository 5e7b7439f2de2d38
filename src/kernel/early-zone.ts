import { parseObject } from '../base/parse-object.js'
import type { Zone } from '../page/zone.js'
import type { WidgetName } from '../settings/widget-name.js'
import type { Consumer } from '../token/consumer.js'
import type { Rewards } from './rewards.js'

/** A request for the zone of a `<rewards-zone>` that was sent before the code of the element arrived. */
interface EarlyZone {
  rewards: Rewards
  /** The `ZoneRequest` as JSON. The element may have changed since. */
  key: string
  /** The consumer when the request was sent. */
  consumer: Consumer
  zone: Promise<Zone>
  abort(): void
}

/** What an element requests. */
interface ZoneRequest {
  name: string
  data: unknown
  widget: string
}

/** The property of an element that holds its early request. The symbol is global, because the runtime and the widgets are separate files. */
const EARLY_ZONE = Symbol.for('rewards:early-zone')

type WaitingElement = Element & { [EARLY_ZONE]?: EarlyZone | undefined }

/** If one of these is set as a property before the element is defined, it takes precedence over the attribute. */
const SETTINGS = ['name', 'data', 'widget', 'loading', 'rewards']

const keyOf = ({ name, data, widget }: ZoneRequest) => JSON.stringify([name, data, widget])

/**
 * What an element requests whose code has not arrived. Undefined for five kinds of elements: with `loading="lazy"`, with a property that the page
 * has set, with data that the element adds to or rejects, in a part of the page with a language of its own, and those that a framework has yet to
 * take over: it may change their settings.
 */
function readZoneRequest(element: Element) {
  if (SETTINGS.some(name => Object.hasOwn(element, name)) || element.closest('body [lang],[defer-hydration]'))
    return undefined
  const attribute = (name: string) => element.getAttribute(name) ?? ''
  const [name, widget] = [attribute('name'), attribute('widget')]
  const data = parseObject(attribute('data'))
  if (!name || !data || data.content === 'opengraph' || attribute('loading') === 'lazy') return undefined
  return { name, data, widget }
}

/** Requests the zone of an element whose code has not arrived, in the same way as the element. */
export function requestZoneEarly(element: WaitingElement, rewards: Rewards): void {
  const request = element[EARLY_ZONE] ? undefined : readZoneRequest(element)
  if (!request) return
  const { name, data, widget } = request
  const controller = new AbortController()
  element[EARLY_ZONE] = {
    rewards,
    key: keyOf(request),
    consumer: rewards.consumer,
    zone: rewards.zone(name, data, { widget: widget as WidgetName, signal: controller.signal }),
    abort: () => controller.abort(),
  }
}

/**
 * Returns the early request of an element, once. If the request does not match the element any more, aborts it and returns undefined. From
 * then on, aborting `signal` aborts the request.
 */
export function takeEarlyZone(
  element: WaitingElement & ZoneRequest,
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
