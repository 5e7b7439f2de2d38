import type { Messages } from '../messages/en.js'

interface Shared {
  /** The whole message, the link in it. */
  text: string
  subject: string
  /** For the networks that make their own text of what they find there. */
  link: string
}

export interface Channel {
  icon: string
  href(shared: Shared): string
}

export type LinkChannel = Exclude<keyof Messages['channels'], 'native'>

const encode = encodeURIComponent

/** Each channel that is a link, for the browser to follow: `window.open` does nothing in many a webview. */
export const channels: Record<LinkChannel, Channel> = {
  email: {
    icon: 'M3 5h18v14H3zm0 1 9 7 9-7',
    href: ({ text, subject }) => `mailto:?subject=${encode(subject)}&body=${encode(text)}`,
  },
  sms: {
    icon: 'M4 4h16v12H9l-5 4z',
    // `?&body=` is the one form that both iOS and Android read.
    href: ({ text }) => `sms:?&body=${encode(text)}`,
  },
  whatsapp: {
    icon: 'm3 21 2-5a8 8 0 1 1 3 3zM9 9q0 6 6 6',
    href: ({ text }) => `https://wa.me/?text=${encode(text)}`,
  },
  facebook: {
    icon: 'M16 4h-2q-3 0-3 3v14m-4-9h8',
    href: ({ link }) => `https://www.facebook.com/sharer/sharer.php?u=${encode(link)}`,
  },
  x: {
    icon: 'M4 4h4l12 16h-4zm0 16 7-7m3-3 6-6',
    href: ({ text }) => `https://x.com/intent/post?text=${encode(text)}`,
  },
  linkedin: {
    icon: 'M5 10v10M5 5v1m5 14V10m0 4q0-4 4-4t4 4v6',
    href: ({ link }) => `https://www.linkedin.com/sharing/share-offsite/?url=${encode(link)}`,
  },
}
