import type { Rewards } from '../../src/api.js'
import { hasShareSheet } from '../kit/has-share-sheet.js'
import { ENVELOPE } from '../kit/icon-paths.js'

/** The channels of `more-channels.ts`. */
export type MoreChannel = 'linkedin' | 'telegram' | 'messenger' | 'pinterest' | 'reddit' | 'bluesky' | 'threads'

export type LinkChannel = 'email' | 'sms' | 'whatsapp' | 'facebook' | 'x' | MoreChannel

export interface Channel {
  /** `TEXT` stands for the message with the link in it, `WORDS` for the message without it, `SUBJECT` for its subject, `LINK` for the link alone. */
  href: string
  icon: string
  /** The name of the channel, if it is not among the texts of the widget. */
  name?: string
}

/**
 * The channels that are links. In many webviews, `window.open()` does nothing, but links work. `more-channels.ts` adds others when a content
 * names one of them.
 */
export const channels: Partial<Record<string, Channel>> = {
  email: { href: 'mailto:?subject=SUBJECT&body=TEXT', icon: ENVELOPE },
  // Both iOS and Android understand `?&body=`, and no other form.
  sms: { href: 'sms:?&body=TEXT', icon: 'M4 4h16v12H9l-5 4z' },
  // WhatsApp shows a picture only if the link comes first.
  whatsapp: { href: 'https://wa.me/?text=LINK%0aWORDS', icon: 'm3 21 2-5a8 8 0 1 1 3 3zM9 9q0 6 6 6' },
  // Facebook shows a preview of the page behind the link, and takes no text.
  facebook: { href: 'https://www.facebook.com/sharer/sharer.php?u=LINK', icon: 'M16 4h-2q-3 0-3 3v14m-4-9h8' },
  x: { href: 'https://x.com/intent/post?text=TEXT', icon: 'M4 4h4l12 16h-4zm0 16 7-7m3-3 6-6' },
}

/** Whether the code for this channel is loaded. */
export const isKnown = (channel: string): boolean =>
  Object.hasOwn(channels, channel) || /^(copy|qr|native)$/.test(channel)

/** The channels among `given` that this browser has. */
export const availableChannels = (rewards: Rewards, given: string[]): string[] =>
  given.filter(channel => isKnown(channel) && (channel !== 'native' || hasShareSheet(rewards)))
