import type { Data, Rewards, Zone } from '../src/api.js'
import { object, text } from './readers.js'
import type { ZoneHost } from './view.js'
import { findView } from './find-view.js'
import type { ZoneState } from './zone-state.js'

export interface ZoneRequest {
  name: string
  /** Null: it was no JSON object. */
  data: Data | null
  /** The widget the page asks for, whatever the content says; '' leaves it to the content. */
  widget: string
}

/** The element, and its settings for the zone. */
export interface ZoneSettings extends ZoneHost, ZoneRequest {
  readonly name: string
  readonly loading: 'eager' | 'lazy'
  /** The runtime to use instead of the page's. */
  readonly rewards: Rewards | undefined
}

/**
 * Fetches a zone's content and the widget that draws it, both at once. `early` is a request for this content that was already sent. Throws what `rewards.zone` throws,
 * `invalid_argument`, `unsupported_content`, or a `TypeError` when the widget's own code could not be fetched.
 */
export async function loadZone(
  rewards: Rewards,
  request: ZoneRequest,
  signal: AbortSignal,
  early?: Promise<Zone>,
): Promise<ZoneState> {
  let { name, data } = request
  // The page's Open Graph tags say what the page is about.
  if (data?.content === 'opengraph') data = { ...data, content: (await import('./read-open-graph.js')).openGraph() }
  if (!data) throw rewards.report('invalid_argument', `Zone ${name}: data must be a JSON object`)
  // When the page names the widget, its code is fetched together with the content.
  if (request.widget) findView(request.widget, rewards).catch(() => {})
  const zone = await (early ?? rewards.zone(name, data, { signal, widget: request.widget }))
  if (!zone.data && !zone.html) return { is: 'empty' }
  const content = object(zone.data)
  const widget = zone.html ? 'html' : request.widget || text(content.widget)
  if (!widget) return { is: 'slot' }
  return { is: 'ready', rewards, zone, data, widget, content, view: await findView(widget, rewards, content) }
}

/** What to show after `loadZone` has thrown. Another try is offered only where it can help. */
export const stateAfter = (error: unknown): ZoneState => {
  const { code, retryable } = object(error)
  return { is: code && !retryable ? 'empty' : 'failed', error: true }
}
