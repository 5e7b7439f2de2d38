import { posthog } from './posthog/collector.js'
import { rewards } from './rewards/collector.js'
import { rudderstack } from './rudderstack/collector.js'
import { segment } from './segment/collector.js'

/**
 * An SDK in the benchmark. Its folder has a `page.js` too, which starts it in a page: `open(collector)` answers `track(name, data)`.
 *
 * @typedef {object} Sdk
 * @property {string} folder
 * @property {string} name
 * @property {string} settings For the reader: what differs from the SDK's defaults, and why.
 * @property {(collector: string, pageOrigins: string[]) => Promise<Vendor>} start What stands behind the collector.
 * @property {(path: string, body: Buffer) => { n: string, id: string }[] | undefined} eventsIn The events of a request: our own number
 *   of each and the SDK's message id. Nothing for a request of another kind.
 *
 * @typedef {object} Vendor
 * @property {(request: Request, lane: { judged: boolean }) => Promise<Response>} answer
 * @property {() => Promise<void>} close
 * @property {() => Promise<Map<string, number>>} [recorded] How often each event is in the database, where there is one.
 */

/** @type {Sdk[]} */
export const SDKS = [
  { folder: 'rewards', ...rewards },
  { folder: 'segment', ...segment },
  { folder: 'posthog', ...posthog },
  { folder: 'rudderstack', ...rudderstack },
]
