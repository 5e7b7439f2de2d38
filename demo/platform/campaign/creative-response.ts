import type { Domain } from '../domain.js'
import type { RenderedZone } from './render-zone.js'

/** The creative itself, with its campaign and its input event in headers (contract 4). */
export function creativeResponse({ names }: Domain, zone: RenderedZone): Response {
  const { content, content_type, campaign_id, event_id } = zone
  return new Response(content, {
    headers: {
      'Content-Type': content_type,
      [names.campaign]: campaign_id,
      ...(event_id && { [names.inputEventId]: event_id }),
    },
  })
}
