import type { SeedZone } from './seed-zone.js'

/** What a consumer has earned: filled in for who has proved who they are. */
export const rewards: SeedZone = {
  creatives: [
    {
      content: { widget: 'rewards', rewards: '{{rewards}}' },
    },
  ],
}
