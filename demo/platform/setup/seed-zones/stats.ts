import type { SeedZone } from './seed-zone.js'

/** The results of a consumer's sharing. */
export const stats: SeedZone = {
  creatives: [
    {
      content: { widget: 'stats', totals: '{{totals}}', series: '{{clicks_by_week}}' },
    },
  ],
}
