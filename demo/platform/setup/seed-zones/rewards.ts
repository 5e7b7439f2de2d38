import type { SeedZone } from './seed-zone.js'

/** The rewards of a consumer. Filled in for verified consumers. */
export const rewards: SeedZone = {
  creatives: [
    {
      content: { widget: 'rewards', rewards: '{{rewards}}' },
    },
  ],
}
