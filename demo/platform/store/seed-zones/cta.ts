import type { SeedZone } from './seed-zone.js'

const opens = { zone: 'share_experience' }

/** A banner, and the same as a button where the page asks for a small one. Who came by a friend's link hears of the offer first. */
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

/** Unfolds at once, or after a moment where the page asks for that. */
export const overlay: SeedZone = {
  creatives: [
    { when: { labels: 'delayed' }, content: { ...card, delay_ms: 3000 } },
    { content: { ...card, delay_ms: 0 } },
  ],
}
