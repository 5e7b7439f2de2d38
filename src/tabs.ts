import type { Settled } from './outbox/outbox.js'
import { pageHas } from './page.js'

/** What the tabs of a site tell each other: an event that has come to its end, or a change of who the consumer is. */
export type News = Settled | 'logout' | 'consumer'

/** Returns the way to tell the other tabs. On a server, and where browsers have no channel, there are none. */
export function joinTabs(name: string, hear: (news: News) => void): (news: News) => void {
  const channel = pageHas('document') && pageHas('BroadcastChannel') && new BroadcastChannel(name)
  if (channel) channel.onmessage = ({ data }) => hear(data)
  return news => channel && channel.postMessage(news)
}
