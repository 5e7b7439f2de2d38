import type { Data, Rewards } from '../src/api.js'
import { object, text } from './read.js'
import { findView } from './views.js'
import type { ZoneState } from './zone-state.js'

export interface ZoneRequest {
  name: string
  /** Null: it was no JSON object. */
  data: Data | null
  /** The widget the page asks for, whatever the content says; '' leaves it to the content. */
  widget: string
}

/**
 * Fetches a zone's content and the widget that draws it, both at once. Throws what `rewards.zone` throws,
 * `invalid_argument`, `unsupported_content`, or a `TypeError` when the widget's own code could not be fetched.
 */
export async function loadZone(rewards: Rewards, request: ZoneRequest, signal: AbortSignal): Promise<ZoneState> {
  let { name, data } = request
  // The page leaves it to its own Open Graph tags to say what it is about.
  if (data?.content === 'opengraph') data = { ...data, content: (await import('./open-graph.js')).openGraph() }
  if (!data) throw rewards.report('invalid_argument', `Zone ${name}: data must be a JSON object`)
  // Its code comes along with the content, if the page says which widget it is.
  if (request.widget) findView(request.widget, rewards).catch(() => {})
  const zone = await rewards.zone(name, data, { signal, widget: request.widget })
  if (!zone.data && !zone.html) return { is: 'empty' }
  const content = object(zone.data)
  const widget = zone.html ? 'html' : request.widget || text(content.widget)
  if (!widget) return { is: 'slot' }
  return { is: 'ready', rewards, zone, data, widget, content, view: await findView(widget, rewards, content) }
}

/** What to show after `loadZone` threw: trying again is offered only where it can help. */
export const stateAfter = (error: unknown): ZoneState => {
  const { code, retryable } = object(error)
  return { is: code && !retryable ? 'empty' : 'failed', error: true }
}
