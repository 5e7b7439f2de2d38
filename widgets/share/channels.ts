import type { Rewards } from '../../src/api.js'
import { hasShareSheet } from '../kit/has-share-sheet.js'
import { ENVELOPE } from '../kit/icon-paths.js'

export type LinkChannel = 'email' | 'sms' | 'whatsapp' | 'facebook' | 'x' | 'linkedin'

export interface Channel {
  /** `TEXT` stands for the message with the link in it, `SUBJECT` for its subject, `LINK` for the link alone. */
  href: string
  icon: string
}

/** The channels that are links. In many webviews, `window.open()` does nothing, but links work. */
export const channels: Record<LinkChannel, Channel> = {
  email: { href: 'mailto:?subject=SUBJECT&body=TEXT', icon: ENVELOPE },
  // Both iOS and Android understand `?&body=`, and no other form.
  sms: { href: 'sms:?&body=TEXT', icon: 'M4 4h16v12H9l-5 4z' },
  whatsapp: { href: 'https://wa.me/?text=TEXT', icon: 'm3 21 2-5a8 8 0 1 1 3 3zM9 9q0 6 6 6' },
  // Facebook and LinkedIn show a preview of the page behind the link, and take no text.
  facebook: { href: 'https://www.facebook.com/sharer/sharer.php?u=LINK', icon: 'M16 4h-2q-3 0-3 3v14m-4-9h8' },
  x: { href: 'https://x.com/intent/post?text=TEXT', icon: 'M4 4h4l12 16h-4zm0 16 7-7m3-3 6-6' },
  linkedin: {
    href: 'https://www.linkedin.com/sharing/share-offsite/?url=LINK',
    icon: 'M5 10v10M5 5v1m5 14V10m0 4q0-4 4-4t4 4v6',
  },
}

/** The channels among `given` that this browser has. */
export const availableChannels = (rewards: Rewards, given: string[]): string[] =>
  given.filter(
    channel =>
      /^(copy|qr)$/.test(channel) ||
      Object.hasOwn(channels, channel) ||
      (channel === 'native' && hasShareSheet(rewards)),
  )
