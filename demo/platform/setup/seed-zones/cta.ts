import type { SeedZone } from './seed-zone.js'

const opens = { zone: 'share_experience' }

/** A banner, or a button if the page asks for one. A referred friend sees the offer first. */
export const banner: SeedZone = {
  creatives: [
    {
      when: { labels: 'friend' },
      content: {
        widget: 'cta',
        style: 'banner',
        text: 'A friend has sent you $20 for your first order',
        opens: { zone: 'welcome_offer' },
      },
    },
    {
      when: { labels: 'compact' },
      content: { widget: 'cta', style: 'button', text: 'Give 20, get 20', opens },
    },
    {
      when: { locale: 'fr' },
      content: {
        widget: 'cta',
        style: 'banner',
        text: 'Offrez 20 $, recevez 20 $ : partagez Juniper',
        opens: { ...opens, data: { locale: 'fr' } },
      },
    },
    {
      content: {
        widget: 'cta',
        style: 'banner',
        text: 'Give 20, get 20: share Juniper with a friend',
        opens,
      },
    },
  ],
}

const card = { widget: 'cta', style: 'overlay', text: 'Give $20, get $20', minimized_text: '$20 for you', opens }

/** An overlay that opens at once, or after a delay if the page asks for one. */
export const overlay: SeedZone = {
  creatives: [
    { when: { labels: 'delayed' }, content: { ...card, delay_ms: 3000 } },
    { content: { ...card, delay_ms: 0 } },
  ],
}
