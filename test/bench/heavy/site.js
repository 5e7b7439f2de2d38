import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { root } from '../../../demo/command.js'
import { CONTENT } from '../first-widget/content.js'

/** How long each zone takes to be answered: long enough for requests to overlap. */
const ZONE_MS = 30

const REFERRALS = 1_000
const REASONS = ['CLICK', 'REGISTER', 'CONVERSION']

/** Whom every token stands for, if a page asks. */
const VERIFIED = {
  access_token: 'consumer',
  expires_in: 3_600,
  scopes: ['LOCAL_PROFILE', 'UPDATE_PROFILE', 'VERIFIED_CONSUMER'],
  identity_id: 'ada',
}

/** A list that a consumer of many years has. */
const referrals = {
  widget: 'referrals',
  referrals: Array.from({ length: REFERRALS }, (_, index) => ({
    reason: REASONS[index % REASONS.length],
    updated_at: new Date(Date.UTC(2026, 0, 1) + index * 3_600_000).toISOString(),
    person: { id: `p-${index}`, first_name: `Friend ${index + 1}` },
  })),
}

/**
 * Serves heavy pages from `http://shop.localhost`, and a platform from `http://program.shop.localhost` that answers every zone with the share
 * widget, and the zone `referrals` with a long list.
 */
export async function openSite() {
  const counts = { zones: 0, zonesAtOnce: 0, mostZonesAtOnce: 0, consumers: 0 }
  const server = createServer(async (request, response) => {
    const body = await read(request)
    const { pathname } = new URL(request.url, 'http://localhost')
    const send = (type, content, headers = {}) => {
      response.writeHead(200, {
        'content-type': type,
        'access-control-allow-origin': request.headers.origin ?? '*',
        'access-control-allow-credentials': 'true',
        'access-control-allow-methods': 'GET, POST, PUT',
        'access-control-allow-headers': request.headers['access-control-request-headers'] ?? '',
        'access-control-expose-headers': 'x-svc-token, x-svc-cookie-consent, x-svc-campaign, x-svc-input-event-id',
        'access-control-max-age': '7200',
        ...headers,
      })
      response.end(content)
    }
    if (request.method === 'OPTIONS') return send('text/plain', '')
    if (pathname === '/') return send('text/html', '<!doctype html><html lang="en"><title>Shop</title><main></main>')
    if (pathname === '/events') return send('application/json', '{"id":"e-1"}', headersOf(request))
    if (pathname === '/api/v5/token') return send('application/json', JSON.stringify(VERIFIED), headersOf(request))
    if (pathname === '/zones') {
      counts.zones++
      counts.mostZonesAtOnce = Math.max(counts.mostZonesAtOnce, ++counts.zonesAtOnce)
      await new Promise(resolve => setTimeout(resolve, ZONE_MS))
      counts.zonesAtOnce--
      const content = body.includes('"referrals"') ? referrals : CONTENT
      return send('application/json', JSON.stringify(content), headersOf(request))
    }
    if (pathname.endsWith('.js')) return send('text/javascript', readFileSync(join(root, 'dist', pathname)))
    send('text/plain', '')
  })
  await new Promise(resolve => server.listen(0, '127.0.0.1', resolve))
  const host = `shop.localhost:${server.address().port}`

  /** A token for who has none, or who has proved who they are. */
  function headersOf({ headers }) {
    const known = !('x-svc-jwt' in headers) && /svc_token=([^;]+)/.exec(headers.cookie ?? '')?.[1]
    const token = known ?? `consumer-${++counts.consumers}`
    return {
      'x-svc-token': token,
      'x-svc-cookie-consent': 'granted',
      'x-svc-input-event-id': 'e-1',
      ...(!known && { 'set-cookie': `svc_token=${token}; Path=/; HttpOnly; SameSite=Lax` }),
    }
  }

  return {
    page: `http://${host}/`,
    program: `http://program.${host}`,
    counts,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function read(request) {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}
