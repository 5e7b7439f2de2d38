import type { Shareable } from '../../src/api.js'
import { addShareId } from '../../src/base/add-share-id.js'
import { randomId } from '../../src/base/random-id.js'
import { readText } from '../readers.js'
import { addLink } from './add-link.js'
import { channels } from './channels.js'
import type { ShareMessage } from './share-content.js'

/** A link for one share: the platform connects a click on it with the share. */
export interface TrackedLink {
  /** Opens the app or the site of the channel, with the message and the link. The link itself for a channel without one, such as `qr`. */
  href: string
  /** The data of the event `share`, to be tracked when the person uses the link. */
  data: { 'share.channel': string; partner_share_id: string; advocate_code: string }
}

/** Makes the link for one share of a shareable. Each call is another share. Throws a `TypeError` if the link of the shareable is no URL. */
export function linkFor(
  { code, link }: Pick<Shareable, 'code' | 'link'>,
  channel: string,
  { message, subject }: ShareMessage,
  partner_share_id: string = randomId(),
): TrackedLink {
  const tracked = addShareId(link, partner_share_id)
  const values: Record<string, string> = {
    TEXT: addLink(message, link, tracked),
    WORDS: addLink(message, link, ''),
    SUBJECT: readText(subject),
    LINK: tracked,
  }
  return {
    data: { 'share.channel': channel, partner_share_id, advocate_code: code },
    href: channels[channel]?.href.replace(/[A-Z]{4,}/g, name => encodeURIComponent(values[name]!)) ?? tracked,
  }
}
