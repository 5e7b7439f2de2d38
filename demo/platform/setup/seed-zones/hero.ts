import type { SeedZone } from './seed-zone.js'

/** The invitation on the front page, with the picture that messengers show for a share link. */
export const hero: SeedZone = {
  creatives: [
    {
      content: {
        widget: 'hero',
        layout: 'behind',
        headline: 'Gardens are for sharing',
        text: 'Send a friend $20 off their first order. When they buy, you get $20 too.',
        image_url: '{{card_image_url}}',
        actions: [
          { text: 'Share Juniper', opens: { zone: 'share_experience' } },
          { text: 'Your rewards', opens: { zone: 'bankable_rewards' } },
        ],
      },
    },
  ],
}
