import type { Domain } from '../domain.js'
import type { RenderedZone } from './render-zone.js'

/**
 * Responds with the creative, with its campaign and input event in headers (contract 4). The CSP sandbox is needed
 * because any page can navigate here: without it an HTML creative would run with the cookies of the program's origin.
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
