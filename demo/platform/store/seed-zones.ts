/** A zone as the brand's marketers have filled it. `{{shareable}}` becomes the consumer's own link when it is rendered. */
export interface SeedZone {
  name: string
  contentType?: string
  content: string
}

const share = {
  widget: 'share',
  headline: 'Give 20, get 20',
  description: 'Send a friend $20 off their first order of plants, pots or tools. When they buy, you get $20 too.',
  how_it_works: [
    'Share your link with a friend.',
    'They take $20 off their first order.',
    'You get $20 for your next one.',
  ],
  channels: ['copy', 'native', 'email', 'sms', 'whatsapp', 'qr'],
  messages: {
    default: 'Here is $20 off your first order at Juniper:',
    email: {
      subject: 'Your $20 for the garden',
      message: 'I get my plants at Juniper. With this link your first order is $20 off:',
    },
    sms: '$20 off your first order at Juniper:',
  },
  shareable: '{{shareable}}',
}

const json = (name: string, content: object): SeedZone => ({ name, content: JSON.stringify(content) })

export const seedZones: SeedZone[] = [
  json('share_experience', share),
  json('confirmation', {
    ...share,
    headline: 'Thank you. Now share the joy',
    description: 'Your order is on its way. Give a friend $20 off theirs, and get $20 for your next one.',
  }),
  json('product', {
    ...share,
    headline: 'Know someone who would love this?',
    description: 'Give them $20 off their first order, and get $20 when they buy.',
    channels: ['copy', 'native', 'email'],
    how_it_works: [],
  }),
  json('global_header', {
    widget: 'cta',
    style: 'banner',
    text: 'Give 20, get 20: share Juniper with a friend',
    opens: { zone: 'share_experience' },
  }),
  json('overlay', {
    widget: 'cta',
    style: 'overlay',
    text: 'Give $20, get $20',
    minimized_text: '$20 for you',
    opens: { zone: 'share_experience' },
    delay_ms: 0,
  }),
  json('my_account', {
    widget: 'stack',
    items: [
      { title: 'Share Juniper', ...share, how_it_works: [] },
      { title: 'Your friends', widget: 'referrals' },
    ],
  }),
  {
    name: 'global_footer',
    contentType: 'text/html; charset=utf-8',
    content: '<p style="font:16px sans-serif">Give $20, get $20. <a href="/" target="_blank">Share Juniper</a></p>',
  },
  {
    name: 'mobile_bootstrap',
    contentType: 'text/javascript; charset=utf-8',
    content: "document.title = 'Give 20, get 20'",
  },
  {
    name: 'terms',
    contentType: 'text/plain; charset=utf-8',
    content: 'One reward for each friend who buys for the first time. Rewards are good for a year.',
  },
]
