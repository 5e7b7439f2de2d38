import { createLimit } from '../base/limit.js'
import { nextTask } from '../base/next-task.js'
import { textOf } from '../base/text-of.js'
import { RewardsError, requireText } from '../error/error.js'
import type { Client } from '../http/client.js'
import type { CallOptions } from '../http/exchange.js'
import type { Answer } from '../http/send.js'
import type { WaitOptions } from '../http/wait.js'
import type { Data } from '../settings/options.js'
import type { WidgetName } from '../settings/widget-name.js'
import type { Token } from '../token/token.js'

/** A zone's content, as the program's marketers configured it (specification 4.3). */
export interface Zone<Content = unknown> {
  name: string
  event_id: string | null
  campaign_id: string | null
  /** Parsed JSON, or plain text. Null if nothing is configured for the zone. */
  data: Content | null
  /** The content if it is HTML; `data` is null then. It comes from somebody else: never insert it into the page. */
  html?: string
}

export interface ZoneOptions extends WaitOptions {
  /** The widget that will draw the zone, if the page has chosen it. Its code is loaded at the same time. */
  widget?: WidgetName | undefined
}

/** With HTTP/1.1, a browser sends six requests to a host at once. More zones would delay all other calls. */
export const ZONES_AT_ONCE = 6

interface ZonePorts {
  client: Client
  token: Token
}

/**
 * Creates the call that fetches the content of a zone (specification 4.3). `name` is the zone's name in the program; `data` is used for
 * targeting. Resolves with `data: null` if nothing is configured for the zone. Throws `network_error`, `timeout`, `aborted`, `logged_out`,
 * `unsupported_content` for a script, or a platform code.
 */
export function createZoneCall({ client, token }: ZonePorts) {
  const limit = createLimit(ZONES_AT_ONCE)
  const beforeSend = spreadOverTasks()

  return async <Content>(name: string, data: Data, { signal }: ZoneOptions): Promise<Zone<Content>> => {
    requireText('zone() needs a zone name', name)
    // A call that waits for other zones belongs to the session in which it was made.
    const options = { signal, sessionSignal: token.login().signal, beforeSend }
    return limit(() => fetchZone<Content>(client, zonePayload(name, data), options))
  }
}

/**
 * Of the requests that are ready in the same task, the first goes at once, and each of the others in a task of its own. On a new visitor's page, all
 * zones wait for the token of the first: sending their requests in one task would block a slow device for 60 ms.
 */
function spreadOverTasks() {
  let timers = 0
  return async () => {
    timers++
    const ownTask = nextTask().then(() => {
      timers--
    })
    if (timers > 1) await ownTask
  }
}

/** The body of the request for a zone. */
const zonePayload = (name: string, data: Data): { event_name: string; data?: Data } => ({
  event_name: name,
  ...(Object.keys(data).length && { data }),
})

async function fetchZone<Content>(
  client: Client,
  payload: { event_name: string },
  options: CallOptions,
): Promise<Zone<Content>> {
  const { event_name: name } = payload
  const fromWeb = async () => toZone<Content>(name, await client.web('/zones', payload, options), client)
  try {
    if (client.isSimple()) return await fromWeb()
    const answer = await client.api('POST', '/api/v6/zones', { ...options, body: payload })
    const { event_id, campaign_id, data } = Object(answer.json)
    if (data === undefined) throw invalidZone(name, answer, 'has no `data`')
    return { name, event_id: textOf(event_id) ?? null, campaign_id: textOf(campaign_id) ?? null, data }
  } catch (error) {
    const { code } = error as RewardsError
    if (code === 'no_creative' || code === 'invalid_zone_name')
      return { name, event_id: null, campaign_id: null, data: null }
    // The API-friendly call returns only JSON. The web-friendly call returns any creative.
    if (code === 'invalid_creative_result') return fromWeb()
    throw error
  }
}

const invalidZone = (name: string, { status }: Answer, fault: string) =>
  new RewardsError('invalid_response', `Zone ${name}: the answer ${fault}`, { status })

function toZone<Content>(name: string, answer: Answer, { header }: Client): Zone<Content> {
  const zone = { name, event_id: header(answer, 'input-event-id'), campaign_id: header(answer, 'campaign'), data: null }
  const type = answer.headers.get('content-type') ?? ''
  if (!answer.text) return zone
  if (type.includes('json')) {
    if (answer.json === undefined) throw invalidZone(name, answer, 'is not valid JSON')
    return { ...zone, data: answer.json as Content }
  }
  if (type.includes('html')) return { ...zone, html: answer.text }
  if (type.includes('javascript'))
    throw new RewardsError('unsupported_content', `Zone ${name}: JavaScript is never run; publish JSON or HTML`)
  return { ...zone, data: answer.text as Content }
}
