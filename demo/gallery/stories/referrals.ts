import type { Copy } from '../copy/index.js'
import type { GalleryUrls, Story } from './story.js'

const friend = (first_name: string | null, reason: string, image_url: string | null = null) => ({
  reason,
  updated_at: '2026-03-01T12:00:00Z',
  person: { id: `${first_name}`, first_name, image_url },
})

const list = (copy: Copy, { gallery }: GalleryUrls) => ({
  widget: 'referrals',
  remind: { message: copy.message },
  referrals: [
    friend(copy.friend, 'CONVERSION', `${gallery}/images/olive-tree.svg`),
    friend('Grace', 'REGISTER'),
    friend('Charles', 'CLICK'),
    friend(null, 'SHARE'),
  ],
})

const REMIND = '[part~="friend"] [part~="button"]'

export const stories: Story[] = [
  { name: 'referrals/list', content: list, consumer: 'verified', readySelector: REMIND },
  {
    name: 'referrals/reminded',
    content: (copy, urls) => ({ ...list(copy, urls), referrals: list(copy, urls).referrals.slice(1, 3) }),
    consumer: 'verified',
    steps: [REMIND],
    readySelector: '[part="status"]:not(:empty)',
  },
  {
    name: 'referrals/empty',
    content: () => ({ widget: 'referrals' }),
    consumer: 'verified',
    readySelector: '[part="empty"]',
  },
]
