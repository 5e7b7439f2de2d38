import { safeDocument } from '../base/safe-document.js'
import { transport } from '../native/transport.js'
import { zonePayload } from '../page/zone.js'
import { storeEarlyAnswer } from '../settings/early-answer.js'
import { findByFileName } from '../settings/own-script.js'
import { readScriptOptions } from '../settings/script-options.js'
import { chooseCarrier } from '../token/carrier.js'
import { claimsIdentity } from '../token/consumer.js'
import { readDocumentCookie } from '../token/document-cookie.js'
import { readZoneRequest } from './early-zone.js'

/**
 * Requests the first zone of the page while the runtime is still on its way, in the same way as the runtime. Does so only where the runtime is
 * sure to send this very request first: the page knows nobody yet, and nothing but the program's own consent and the default carrier decide about
 * the consumer.
 */
export function sendEarly(): void {
  const page = safeDocument() as Document & { prerendering?: boolean }
  if (page.prerendering || knowsConsumer() || transport() || isQueueInTheWay()) return
  if (trySend() || page.readyState !== 'loading') return
  // The parser may not have come to the zone yet. By then, the runtime may be there, or destroyed again.
  page.addEventListener('DOMContentLoaded', sendEarly, { once: true })
}

/** Returns whether the page has a zone that the runtime will request. */
function trySend(): boolean {
  for (const element of safeDocument().getElementsByTagName('rewards-zone')) {
    const request = readZoneRequest(element)
    if (!request) continue
    if (!claimsIdentity(request.data)) send(request)
    return true
  }
  return false
}

function send({ name, data }: NonNullable<ReturnType<typeof readZoneRequest>>) {
  const script = findByFileName()
  if (!script) return
  const { base, consent, carrier, data: defaults } = readScriptOptions(script)
  if (consent !== 'program' || carrier !== 'auto') return
  const url = `${base}/zones`
  const body = JSON.stringify(zonePayload(name, { ...defaults, ...data }))
  const credentials = chooseCarrier(base, location) === 'cookie' ? 'include' : 'omit'
  const answer = fetch(url, { method: 'POST', body, credentials, redirect: 'error' })
  // The runtime handles the error when it takes the answer.
  answer.catch(() => {})
  storeEarlyAnswer({ url, body, credentials, answer })
}

/** An earlier page has stored a token or a logout, or the address of this page brings the token of a share link. */
const knowsConsumer = () =>
  readDocumentCookie().includes('_page_token') || new URLSearchParams(location.search).has('access_token')

/** Whether the runtime is there already, or the page has queued a call that may decide about the consumer or request a zone. */
function isQueueInTheWay() {
  const { rewards } = globalThis as { rewards?: unknown }
  if (!Array.isArray(rewards)) return rewards !== undefined
  return !rewards.every(call => ['track', 'addEventListener'].includes(Object(call)[0]))
}
