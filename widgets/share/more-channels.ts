import type { Rewards } from '../../src/api.js'
import type { Channel, MoreChannel } from './channels.js'

/** The channels that most contents do not name. Only a page with a content that names one loads this file. The glyphs are our own. */
const channels: Record<MoreChannel, Channel & { name: string }> = {
  // It shows a preview of the page behind the link, and takes no text.
  linkedin: {
    name: 'LinkedIn',
    href: 'https://www.linkedin.com/sharing/share-offsite/?url=LINK',
    icon: 'M5 10v10M5 5v1m5 14V10m0 4q0-4 4-4t4 4v6',
  },
  telegram: {
    name: 'Telegram',
    href: 'https://t.me/share/url?url=LINK&text=WORDS',
    icon: 'M21 4 3 11l6 2 2 7 3-5 5 3zM9 13l7-5',
  },
  messenger: {
    name: 'Messenger',
    href: 'fb-messenger://share?link=LINK',
    icon: 'm4 21 1-4a8 8 0 1 1 3 2zM8 14l3-3 2 2 3-3',
  },
  pinterest: {
    name: 'Pinterest',
    href: 'https://www.pinterest.com/pin/create/button/?url=LINK&description=WORDS',
    icon: 'm9 21 3-11M8 13q-2-2-2-4 0-5 6-5 5 0 5 5 0 5-4 5-2 0-2-1',
  },
  reddit: {
    name: 'Reddit',
    href: 'https://www.reddit.com/submit?url=LINK&title=WORDS',
    icon: 'M12 9q8 0 8 5 0 6-8 6t-8-6q0-5 8-5l1-5 4 1M9 13v1m6-1v1m-6 3q3 1 6 0',
  },
  bluesky: {
    name: 'Bluesky',
    href: 'https://bsky.app/intent/compose?text=TEXT',
    icon: 'M12 11q-2-5-6-6-3-1-3 2 0 6 4 6-4 0-4 3 1 4 4 4 4 0 5-5 1 5 5 5 3 0 4-4 0-3-4-3 4 0 4-6 0-3-3-2-4 1-6 6',
  },
  threads: {
    name: 'Threads',
    href: 'https://www.threads.net/intent/post?text=TEXT',
    icon: 'M17 8q-1-4-5-4-7 0-7 8t7 8q5 0 5-4 0-5-6-5-3 0-3 3 0 2 3 2 4 0 4-5 0-3-3-3-2 0-3 2',
  },
}

/**
 * The channels that this browser has. Messenger has no page that takes a link without an app id of the brand, so it is offered where its app can
 * be: on a phone or tablet, outside of a native app, which may not open its address.
 */
export function moreChannels({ shell }: Pick<Rewards, 'shell'>): Record<string, Channel> {
  const { messenger, ...others } = channels
  const isPhone = Boolean(globalThis.matchMedia?.('(pointer: coarse)').matches)
  return isPhone && !shell ? channels : others
}
