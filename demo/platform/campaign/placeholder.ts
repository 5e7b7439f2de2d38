/** The placeholders that the platform replaces in JSON creatives. A placeholder is a whole value. */
export const PLACEHOLDERS = [
  '{{rewards}}',
  '{{totals}}',
  '{{clicks_by_week}}',
  '{{friends}}',
  '{{shareable}}',
  '{{link_card}}',
  '{{advocate}}',
  '{{offer_state}}',
  '{{card_image_url}}',
  '{{landing_url}}',
  '{{ranks}}',
] as const

export type Placeholder = (typeof PLACEHOLDERS)[number]
