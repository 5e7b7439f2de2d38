import type { Story } from './story.js'

const stats = (totals: object) => () => ({ widget: 'stats', totals })

export const stories: Story[] = [
  {
    name: 'stats/totals',
    content: stats({ shares: 12, clicks: 48, conversions: 3, earned: { value: 60, type: 'USD' } }),
    consumer: 'verified',
  },
  {
    name: 'stats/long',
    content: stats({
      shares: 9_999,
      clicks: 1_234_567,
      conversions: 12_500,
      earned: { value: 248_310.5, type: 'EUR' },
    }),
    consumer: 'verified',
  },
  { name: 'stats/empty', content: stats({ shares: 0, clicks: 0, conversions: 0 }), consumer: 'verified' },
  {
    name: 'stats/chart',
    content: () => ({
      widget: 'stats',
      totals: { shares: 12, clicks: 48, conversions: 3, earned: { value: 60, type: 'USD' } },
      series: {
        name: 'clicks',
        points: [0, 2, 5, 1, 0, 4, 9, 12, 6, 3, 2, 4].map((value, week) => ({
          date: new Date(Date.UTC(2026, 0, 5 + 7 * week)).toISOString(),
          value,
        })),
      },
    }),
    consumer: 'verified',
  },
]
