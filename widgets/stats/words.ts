import { words as money } from '../kit/money.js'

/** English. */
export const words = {
  ...money,
  stats_headline: 'What your sharing brought',
  stats_empty: 'Nothing to count yet. Share your link, and watch this grow.',
  stats_earned: 'Earned',
  stats_shares: 'Times shared',
  stats_clicks: 'Visits by your link',
  stats_conversions: 'Friends who bought',
}
