import type { Copy } from '../copy/index.js'
import type { GalleryUrls, Story } from './story.js'

const offer = ({ welcome, reward, rules, friend }: Copy) => ({
  widget: 'offer',
  headline: welcome,
  advocate: { first_name: friend },
  reward_text: reward,
  coupon_code: 'FRIEND20',
  rules,
  continue_url: 'https://juniper.example/',
})

const ended = (state: string) => (copy: Copy) => ({ ...offer(copy), state })

const pictured = (copy: Copy, { gallery }: GalleryUrls) => ({
  ...offer(copy),
  advocate: { first_name: copy.friend, image_url: `${gallery}/images/olive-tree.svg` },
  // Far enough away for the screenshots to stay the same.
  expires_at: '2099-03-01T12:00:00Z',
})

const BUTTON = '[part="copy"] [part~="button"]'
const STATUS = '[part="status"]:not(:empty)'
/** The button shows that the text was copied, so the status is only for screen readers. */
const COPIED = '.visually-hidden:not(:empty)'

export const stories: Story[] = [
  { name: 'offer/available', content: pictured },
  { name: 'offer/no-picture', content: offer },
  { name: 'offer/bare', content: ({ reward }) => ({ widget: 'offer', reward_text: reward }) },
  { name: 'offer/rules', content: offer, steps: ['summary'], readySelector: 'details[open]' },
  {
    name: 'offer/copied',
    content: offer,
    steps: [BUTTON],
    readySelector: COPIED,
    ownPage: true,
  },
  {
    name: 'offer/email',
    content: (copy, urls) => ({ ...pictured(copy, urls), reveal: 'email' }),
    consumer: 'anonymous',
  },
  {
    name: 'offer/email-wrong',
    content: copy => ({ ...offer(copy), reveal: 'email' }),
    consumer: 'anonymous',
    steps: [BUTTON],
    readySelector: STATUS,
  },
  {
    name: 'offer/sent',
    content: copy => ({ ...offer(copy), coupon_code: '', reveal: 'email' }),
    consumer: 'anonymous',
    steps: [['input', 'grace@example.com'], BUTTON],
    readySelector: '[part~="continue"]',
    ownPage: true,
  },
  { name: 'offer/expired', content: ended('expired') },
  { name: 'offer/ineligible', content: ended('ineligible') },
  { name: 'offer/self-referral', content: ended('self_referral') },
  { name: 'offer/used', content: ended('used') },
]
