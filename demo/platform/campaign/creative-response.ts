import type { Domain } from '../domain.js'
import type { RenderedZone } from './render-zone.js'

/**
 * The creative itself, with its campaign and its input event in headers (contract 4). A form on any page can navigate to
 * it: without the sandbox an HTML creative would run on the origin of the program, whose cookies it could use.
 */
export function creativeResponse({ names }: Domain, zone: RenderedZone): Response {
  const { content, content_type, campaign_id, event_id } = zone
  return new Response(content, {
    headers: {
      'Content-Type': content_type,
      'X-Content-Type-Options': 'nosniff',
      ...(content_type !== 'application/json' && { 'Content-Security-Policy': 'sandbox' }),
      [names.campaign]: campaign_id,
      ...(event_id && { [names.inputEventId]: event_id }),
    },
  })
}
