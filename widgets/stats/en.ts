import { en as money } from '../kit/format-reward.js'

export const en = {
  ...money,
  stats_headline: 'Your sharing results',
  stats_empty: 'No results yet. Share your link to get started.',
  stats_earned: 'Earned',
  stats_shares: 'Shares',
  stats_clicks: 'Visits from your link',
  stats_conversions: 'Friends who made a purchase',
}
