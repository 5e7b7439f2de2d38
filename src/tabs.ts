import type { Settled } from './outbox/outbox.js'

/** What the tabs of a site tell each other: an event that has come to its end, or a change of who the consumer is. */
export type News = Settled | 'logout' | 'consumer'

/** Returns the way to tell the other tabs. On a server, and where browsers have no channel, there are none. */
export function joinTabs(name: string, hear: (news: News) => void): (news: News) => void {
  const channel = globalThis.document && globalThis.BroadcastChannel && new BroadcastChannel(name)
  channel?.addEventListener('message', ({ data }) => hear(data))
  return news => channel?.postMessage(news)
}
