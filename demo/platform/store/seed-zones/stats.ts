import type { SeedZone } from './seed-zone.js'

/** What a consumer's sharing has brought. */
export const stats: SeedZone = {
  creatives: [
    {
      content: { widget: 'stats', totals: '{{totals}}' },
    },
  ],
}
