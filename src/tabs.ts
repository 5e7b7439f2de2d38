import { type ConsentMessage, isConsentChoice } from './consent/consent.js'
import { hasDocument, openChannel } from './environment.js'
import type { Settled } from './outbox/settled.js'

/**
 * A message between the tabs of a site: an event has ended; the consumer has logged out at this time, in epoch milliseconds; another person was verified (`person`);
 * the consumer may have changed (`consumer`); or the consent has changed.
 */
export type TabMessage = Settled | { logout: number } | 'person' | 'consumer' | ConsentMessage

export interface TabListeners {
  onConsent(message: ConsentMessage): void
  onSettled(settled: Settled): void
  onLogout(at: number): void
  onOtherPerson(): void
  /** Called after each message that may change the consumer. */
  onConsumerChange(): void
}

/**
 * Returns a function that sends a message to the other tabs. It does nothing on a server, where the browser gives no `BroadcastChannel`, and after
 * `lifetime` has aborted.
 */
export function joinTabs(name: string, lifetime: AbortSignal, listeners: TabListeners): (message: TabMessage) => void {
  const channel = hasDocument() ? openChannel(name) : undefined
  if (!channel) return () => {}
  channel.onmessage = ({ data }) => receive(data, listeners)
  lifetime.addEventListener('abort', () => channel.close())
  return message => lifetime.aborted || channel.postMessage(message)
}

/** Checks each message: a tab with another version of the SDK, or another script of the site, may send anything. */
function receive(data: unknown, listeners: TabListeners) {
  if (isSettled(data)) return listeners.onSettled(data)
  if (isConsentMessage(data)) listeners.onConsent(data)
  else if (isLogout(data)) listeners.onLogout(data.logout)
  else if (data === 'person') listeners.onOtherPerson()
  else if (data !== 'consumer') return
  listeners.onConsumerChange()
}

function isSettled(data: unknown): data is Settled {
  const { consent, ...texts } = Object(data)
  return consent === undefined && ['id', 'name', 'owner', 'key'].every(field => typeof texts[field] === 'string')
}

const isLogout = (data: unknown): data is { logout: number } => typeof Object(data).logout === 'number'

const isConsentMessage = (data: unknown): data is ConsentMessage => isConsentChoice(Object(data).consent)
