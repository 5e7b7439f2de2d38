import type { SeedZone } from './seed-zone.js'

/** The friends whom a consumer brought; the widget asks for them itself. */
export const friends: SeedZone = {
  creatives: [
    {
      content: {
        widget: 'referrals',
        remind: {
          subject: 'Your $20 for the garden',
          message: 'Your $20 for a first order at Juniper are still there:',
        },
      },
    },
  ],
}
