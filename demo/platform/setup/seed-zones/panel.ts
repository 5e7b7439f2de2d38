import type { SeedZone } from './seed-zone.js'

/** The launcher of the front page, with zones that other pages show, too. It counts the new rewards of a verified consumer. */
export const panel: SeedZone = {
  creatives: [
    {
      content: {
        widget: 'panel',
        headline: 'Juniper rewards',
        items: [
          { title: 'Earn', tab: 'earn', opens: { zone: 'share_experience' } },
          { title: 'Rewards', tab: 'rewards', opens: { zone: 'bankable_rewards' } },
          { title: 'Friends', tab: 'friends', opens: { zone: 'friends' } },
          { title: 'Results', tab: 'results', opens: { zone: 'advocate_stats_embedded' } },
        ],
        rewards: '{{rewards}}',
      },
    },
  ],
}
