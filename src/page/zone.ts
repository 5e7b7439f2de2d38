import { createLimit } from '../base/limit.js'
import { nextTask } from '../base/next-task.js'
import { textOf } from '../base/text-of.js'
import { type RewardsError, requireText } from '../error/error.js'
import type { CallOptions } from '../http/exchange.js'
import type { Answer } from '../http/send.js'
import type { WaitOptions } from '../http/wait.js'
import type { Connection } from '../resources/connection.js'
import type * as resources from '../resources/index.js'
import type { Data } from '../settings/options.js'
import type { WidgetName } from '../settings/widget-name.js'

/** A zone's content, as the program's marketers configured it (specification 4.3). */
export interface Zone<Content = unknown> {
  name: string
  /** The platform's id of this request, by which its server API explains the content. Null if nothing is configured for the zone. */
  event_id: string | null
  /** Null if nothing is configured for the zone. */
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

/** The code of the resources also repeats the calls of zones. */
interface Repeating {
  load(): Promise<Pick<typeof resources, 'withRetry'>>
  /** The same once it is there. Before, no resource was refused. */
  loaded(): Pick<typeof resources, 'withRetry'> | undefined
}

/**
 * Creates the call that fetches the content of a zone (specification 4.3). `name` is the zone's name in the program; `data` is used for
 * targeting. After 429, a zone waits and is requested again, as the calls of resources are. Resolves with `data: null` if nothing is configured for the zone. Throws `network_error`,
 * `timeout`, `aborted`, `logged_out`, `unsupported_content` for a script, `invalid_response`, or a platform code.
 */
export function createZoneCall(connection: Connection, repeating: Repeating) {
  const { token } = connection
  const limit = createLimit(ZONES_AT_ONCE)
  const beforeSend = spreadOverTasks()

  return async <Content>(name: string, data: Data, { signal }: ZoneOptions): Promise<Zone<Content>> => {
    requireText('zone() needs a zone name', name)
    // A call that waits for other zones belongs to the session in which it was made.
    const options = { signal, sessionSignal: token.login().signal, beforeSend }
    const send = () => limit(() => fetchZone<Content>(connection, zonePayload(name, data), options))
    const loaded = repeating.loaded()
    if (loaded) return loaded.withRetry(connection, false, send)
    return send().catch(async error => {
      if (error.status !== 429) throw error
      return (await repeating.load()).withRetry(connection, false, send, error)
    })
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
  connection: Connection,
  payload: { event_name: string },
  options: CallOptions,
): Promise<Zone<Content>> {
  const { client } = connection
  const { event_name: name } = payload
  try {
    const answer = client.isSimple()
      ? undefined
      : await client.api('POST', '/api/v6/zones', { ...options, body: payload }).catch(error => {
          if (error.code !== 'invalid_creative_result') throw error
        })
    // The API-friendly call returns only JSON. The web-friendly call returns any creative.
    if (!answer) return await toZone<Content>(name, await client.web('/zones', payload, options), connection)
    const { event_id, campaign_id, data } = Object(answer.json)
    if (data === undefined) throw (await connection.loadDiagnostics()).unusableZone(name, answer)
    return { name, event_id: textOf(event_id) ?? null, campaign_id: textOf(campaign_id) ?? null, data }
  } catch (error) {
    if (!/^(no_creative|invalid_zone_name)$/.test((error as RewardsError).code)) throw error
    return { name, event_id: null, campaign_id: null, data: null }
  }
}

async function toZone<Content>(
  name: string,
  answer: Answer,
  { client, loadDiagnostics }: Connection,
): Promise<Zone<Content>> {
  const { header } = client
  const zone = { name, event_id: header(answer, 'input-event-id'), campaign_id: header(answer, 'campaign'), data: null }
  const type = answer.headers.get('content-type') ?? ''
  if (!answer.text) return zone
  const isJson = type.includes('json')
  if (isJson ? answer.json === undefined : type.includes('javascript'))
    throw (await loadDiagnostics()).unusableZone(name, answer)
  if (type.includes('html')) return { ...zone, html: answer.text }
  return { ...zone, data: (isJson ? answer.json : answer.text) as Content }
}
