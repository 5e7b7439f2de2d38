/** The widgets (docs/widgets.md). The content of a zone names one; a page may choose another. */
export type WidgetName =
  | 'cta'
  | 'hero'
  | 'journey'
  | 'offer'
  | 'profile'
  | 'referrals'
  | 'reward-status'
  | 'rewards'
  | 'share'
  | 'stack'
  | 'stats'
  | 'verify'
