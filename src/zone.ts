import type { Authorizer } from './http/authorizer.js'
import type { Client } from './http/client.js'
import { RewardsError, requireText } from './http/error.js'
import type { CallOptions } from './http/exchange.js'
import { readJson } from './http/read.js'
import type { Answer } from './http/send.js'
import { readSignal } from './http/signal.js'
import { createLimit } from './limit.js'
import type { Data } from './options.js'

/** A zone's content, as the program's marketers configured it (specification 4.3). */
export interface Zone {
  name: string
  event_id: string | null
  campaign_id: string | null
  /** Parsed JSON, or plain text; null when nothing backs the zone. */
  data: unknown
  /** Present instead of `data` when the content is HTML. It is somebody else's: never put it into the page. */
  html?: string
}

export interface ZoneOptions {
  signal?: AbortSignal
  /** What will draw it, where the page says so and not the content: what that needs is fetched along with it. */
  widget?: string
}

/** Six requests are all that a browser sends to one host at once by HTTP/1.1: more zones would hold up every other call. */
const ZONES_AT_ONCE = 6

interface ZonePorts {
  client: Client
  authorizer: Pick<Authorizer, 'signal'>
}

/**
 * Creates the call that fetches a zone's content. `name` is the zone as the marketer named it; `data` goes to targeting (specification
 * 4.3). Resolves with `data: null` when nothing backs the zone. Throws `network_error` | `timeout` | `aborted` | `unsupported_content` (a
 * script) | a platform code.
 */
export function createZoneCall({ client, authorizer }: ZonePorts) {
  const limit = createLimit(ZONES_AT_ONCE)

  return async (name: string, data: Data, given: ZoneOptions): Promise<Zone> => {
    requireText('zone() needs a zone name', name)
    const signal = readSignal('zone()', given)
    // A call that waits for others still belongs to the session it was made in.
    const options = { signal, sessionSignal: authorizer.signal() }
    const payload = { event_name: name, ...(Object.keys(data).length && { data }) }
    return limit(() => fetchZone(client, payload, options))
  }
}

async function fetchZone(client: Client, payload: { event_name: string }, options: CallOptions): Promise<Zone> {
  const { event_name: name } = payload
  if (client.isSimple()) return read(name, await client.web('/zones', payload, options), client)
  const nothing = { name, event_id: null, campaign_id: null, data: null }
  try {
    const answer = await client.api('POST', '/api/v6/zones', { ...options, body: payload })
    const { event_id, campaign_id, data }: Zone = { ...nothing, ...(answer as object) }
    return { name, event_id, campaign_id, data }
  } catch (error) {
    const { code } = error as RewardsError
    if (code === 'no_creative' || code === 'invalid_zone_name') return nothing
    // The API form speaks JSON alone; any other creative is had by the web form.
    if (code === 'invalid_creative_result') return read(name, await client.web('/zones', payload, options), client)
    throw error
  }
}

function read(name: string, answer: Answer, { header }: Client): Zone {
  const zone = { name, event_id: header(answer, 'input-event-id'), campaign_id: header(answer, 'campaign'), data: null }
  const type = answer.headers.get('content-type') ?? ''
  if (!answer.text) return zone
  if (type.includes('json')) return { ...zone, data: readJson(answer) }
  if (type.includes('html')) return { ...zone, html: answer.text }
  if (type.includes('javascript'))
    throw new RewardsError(
      'unsupported_content',
      `Zone ${name}: its content is JavaScript, which is never run; publish JSON or HTML`,
    )
  return { ...zone, data: answer.text }
}
