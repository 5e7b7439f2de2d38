import { words as money } from '../kit/format-reward.js'

/** English. */
export const words = {
  ...money,
  stats_headline: 'Your sharing results',
  stats_empty: 'No results yet. Share your link to get started.',
  stats_earned: 'Earned',
  stats_shares: 'Shares',
  stats_clicks: 'Visits from your link',
  stats_conversions: 'Friends who bought',
}
