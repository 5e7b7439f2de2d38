import type { SeedZone } from './seed-zone.js'

/** The friends that a consumer referred. The widget fetches them. */
export const friends: SeedZone = {
  creatives: [
    {
      content: {
        widget: 'referrals',
        remind: {
          subject: 'Your $20 for the garden',
          message: 'Your $20 off a first order at Juniper is still waiting:',
        },
      },
    },
  ],
}
