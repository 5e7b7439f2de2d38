import type { Settled } from './outbox/outbox.js'
import { pageHas } from './page.js'

/**
 * What the tabs of a site tell each other: an event that has come to its end; a logout; `person`, that another person was proved; `consumer`,
 * that the token in force may have changed; or what the consumer allows.
 */
export type News = Settled | 'logout' | 'person' | 'consumer' | ConsentNews

export interface ConsentNews {
  consent: 'granted' | 'denied' | 'unset'
  /** The program said so with an answer, and not the page. */
  byProgram?: boolean
}

const CALLS = ['logout', 'person', 'consumer']
const CONSENTS = ['granted', 'denied', 'unset']

/** A tab of another version of the SDK, or another script of the site, may send anything. */
function isNews(data: unknown): data is News {
  if (typeof data === 'string') return CALLS.includes(data)
  const { consent, id, name } = Object(data)
  return consent === undefined ? typeof id === 'string' && typeof name === 'string' : CONSENTS.includes(consent)
}

/** Returns the way to tell the other tabs. On a server, and where browsers have no channel, there are none. */
export function joinTabs(name: string, hear: (news: News) => void): (news: News) => void {
  const channel = pageHas('document') && pageHas('BroadcastChannel') && new BroadcastChannel(name)
  if (channel) channel.onmessage = ({ data }) => isNews(data) && hear(data)
  return news => channel && channel.postMessage(news)
}
