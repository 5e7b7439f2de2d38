import { hasDocument, openChannel } from '../base/environment.js'
import { type ConsentMessage, isConsentChoice } from '../consent/consent.js'
import type { Settled } from '../outbox/settled.js'

/**
 * A message between the tabs of a site: an event has ended; the consumer has logged out at this time, in epoch milliseconds; the consumer may
 * have changed (`consumer`); or the consent has changed.
 */
export type TabMessage = Settled | { logout: number } | 'consumer' | ConsentMessage

export interface TabListeners {
  onConsent(message: ConsentMessage): void
  onSettled(settled: Settled): void
  onLogout(at: number): void
  /** Called after each message that may change the consumer. */
  onConsumerChange(): void
}

/**
 * Returns a function that sends a message to the other tabs. It does nothing on a server, where the browser gives no `BroadcastChannel`, and after
 * `lifetime` has aborted. A message removes the pages that share its channel from the back/forward cache, except in Safari. So a page leaves
 * the channel while it is in that cache, and catches up when it returns. Where the pages share no cookie, it cannot catch up with a logout
 * or a new consent. So these messages go to a second channel as well. Each page keeps it open and does not listen: a message
 * removes the cached pages.
 */
export function joinTabs(name: string, lifetime: AbortSignal, listeners: TabListeners): (message: TabMessage) => void {
  if (!hasDocument()) return () => {}
  const discarding = openChannel(`${name}:discard`)
  let channel: BroadcastChannel | undefined
  function join() {
    channel ??= openChannel(name)
    if (channel) channel.onmessage = ({ data }) => receive(data, listeners)
  }
  function leave() {
    channel?.close()
    channel = undefined
  }
  join()
  globalThis.addEventListener?.('pagehide', leave, { signal: lifetime })
  globalThis.addEventListener?.('pageshow', join, { signal: lifetime })
  lifetime.addEventListener('abort', () => {
    leave()
    discarding?.close()
  })
  return message => {
    if (lifetime.aborted) return
    // A page that is being left may still end a logout. Another message would keep it out of the cache.
    if (isLogout(message)) join()
    channel?.postMessage(message)
    if (channel && message !== 'consumer' && !isSettled(message)) discarding?.postMessage(0)
  }
}

/** Checks each message: a tab with another version of the SDK, or another script of the site, may send anything. */
function receive(data: unknown, listeners: TabListeners) {
  if (isSettled(data)) return listeners.onSettled(data)
  if (isConsentMessage(data)) listeners.onConsent(data)
  else if (isLogout(data)) listeners.onLogout(data.logout)
  else if (data !== 'consumer') return
  listeners.onConsumerChange()
}

function isSettled(data: unknown): data is Settled {
  const { consent, ...texts } = Object(data)
  return consent === undefined && ['id', 'name', 'owner', 'key'].every(field => typeof texts[field] === 'string')
}

const isLogout = (data: unknown): data is { logout: number } => typeof Object(data).logout === 'number'

const isConsentMessage = (data: unknown): data is ConsentMessage => isConsentChoice(Object(data).consent)
