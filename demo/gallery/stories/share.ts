import type { Copy } from '../copy/index.js'
import type { Story } from './story.js'

/** Always the same link, so that the screenshots stay the same. */
const shareable = { code: 'ada', link: 'https://share.juniper.example/ada' }

const share = ({ headline, description, steps, message, subject }: Copy) => ({
  widget: 'share',
  headline,
  description,
  how_it_works: steps,
  channels: ['copy', 'native', 'email', 'sms', 'whatsapp', 'qr'],
  messages: { default: message, email: { subject, message } },
  shareable,
})

/** A share widget with the link and only these channels. */
const panel = (copy: Copy, ...channels: string[]) => ({
  ...share(copy),
  description: '',
  how_it_works: [],
  channels: ['copy', ...channels],
})

const capture = (copy: Copy, opt_in?: string) => ({
  ...share(copy),
  how_it_works: [],
  capture: opt_in ? { opt_in } : {},
})

const BUTTON = '[part="copy"] [part~="button"]'
const UNFOLD = '[aria-expanded]'
const TO = '[name="to"]'
const SEND = '[type="submit"]'
const STATUS = '[part="status"]:not(:empty)'
/** The button shows that the text was copied, so the status is only for screen readers. */
const COPIED = '.visually-hidden:not(:empty)'

export const stories: Story[] = [
  { name: 'share/default', content: share },
  {
    name: 'share/picture',
    content: (copy, { gallery }) => ({
      ...share(copy),
      image_url: `${gallery}/images/linen-apron.svg`,
      channels: ['copy', 'native', 'email', 'sms', 'whatsapp', 'facebook', 'x', 'linkedin', 'qr'],
      links: { terms_url: 'https://juniper.example/terms', company_url: 'https://juniper.example' },
    }),
  },
  { name: 'share/bare', content: () => ({ widget: 'share', shareable }) },
  { name: 'share/no-channels', content: copy => ({ ...panel(copy), description: copy.description }) },
  {
    name: 'share/copied',
    content: copy => panel(copy, 'whatsapp'),
    steps: [BUTTON],
    readySelector: COPIED,
    ownPage: true,
  },
  {
    name: 'share/copy-failed',
    content: copy => panel(copy, 'whatsapp'),
    steps: [BUTTON],
    readySelector: STATUS,
    ownPage: true,
    permissionsPolicy: 'clipboard-write=()',
  },
  {
    name: 'share/native',
    content: copy => panel(copy, 'native', 'whatsapp'),
    steps: ['[part="channels"] button'],
    readySelector: STATUS,
    ownPage: true,
    hasShareSheet: true,
  },
  {
    name: 'share/link-failed',
    content: copy => ({ ...share(copy), shareable: undefined, how_it_works: [] }),
    // The program rejects this key. An anonymous consumer is asked for an email address before it reads the key.
    data: { content: { partner_content_id: 'no key!' } },
    consumer: 'identified',
    readySelector: '[part="failed"]',
  },
  {
    name: 'share/link-denied',
    content: copy => ({ ...share(copy), shareable: undefined, how_it_works: [] }),
    consumer: 'anonymous',
    readySelector: '[part="field"]',
  },
  {
    name: 'share/qr',
    content: copy => panel(copy, 'whatsapp', 'qr'),
    steps: [UNFOLD],
    readySelector: '[part="qr-code"]',
  },
  { name: 'share/edit', content: copy => panel(copy, 'sms', 'whatsapp'), steps: [UNFOLD], readySelector: 'textarea' },
  { name: 'share/capture', content: copy => capture(copy), consumer: 'anonymous' },
  {
    name: 'share/capture-opt-in',
    content: copy => capture(copy, copy.opt_in),
    consumer: 'anonymous',
    steps: [BUTTON],
    readySelector: STATUS,
  },
  {
    name: 'share/email',
    content: copy => panel(copy, 'email', 'whatsapp'),
    consumer: 'identified',
    steps: [UNFOLD],
    readySelector: TO,
  },
  {
    name: 'share/email-wrong',
    content: copy => panel(copy, 'email', 'whatsapp'),
    consumer: 'identified',
    steps: [UNFOLD, [TO, 'grace@example.com, charles'], SEND],
    readySelector: STATUS,
  },
  {
    name: 'share/email-sent',
    content: copy => panel(copy, 'email', 'whatsapp'),
    consumer: 'identified',
    steps: [UNFOLD, [TO, 'grace@example.com, charles@example.com'], SEND],
    readySelector: STATUS,
  },
  {
    name: 'share/more-channels',
    content: copy => panel(copy, 'telegram', 'pinterest', 'reddit', 'bluesky', 'threads'),
    readySelector: '[part~="telegram"]',
  },
  {
    name: 'share/preview',
    content: (copy, { gallery }) => ({
      ...panel(copy, 'whatsapp', 'telegram'),
      card: {
        title: copy.headline,
        description: copy.description,
        image_url: `${gallery}/images/linen-apron.svg`,
      },
    }),
    steps: [UNFOLD],
    readySelector: 'figure',
  },
]
