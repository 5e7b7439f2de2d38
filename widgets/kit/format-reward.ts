import { formatPlural } from '../messages/format-message.js'

/** English texts for what `Intl` cannot format. */
export const en = {
  money_points_one: '{count} point',
  money_points_other: '{count} points',
  money_percent_off: '{percent} off',
}

/** A value, and the platform's `face_value_type`: a currency, `POINTS`, `MONTH`, `PERCENT_OFF`, or '' for a plain number. */
export interface Amount {
  value: number
  type: string
}

/**
 * Formats the value of a reward for the locale: money, points, months or a discount. `messages` are texts in its language. `options` are for `Intl`,
 * such as `{ notation: 'compact' }`.
 */
export function formatReward(
  { value, type }: Amount,
  locale: string,
  messages: typeof en = en,
  options?: Intl.NumberFormatOptions,
): string {
  const format = (style: Intl.NumberFormatOptions, number = value) =>
    new Intl.NumberFormat(locale, { ...style, ...options }).format(number)
  if (type === 'POINTS') return formatPlural(locale, messages, 'money_points', value)
  if (type === 'MONTH') return format({ style: 'unit', unit: 'month', unitDisplay: 'long' })
  if (type === 'PERCENT_OFF') {
    const percent = format({ style: 'percent', maximumFractionDigits: 2 }, value / 100)
    return messages.money_percent_off.replace('{percent}', percent)
  }
  // A currency. A whole amount is written without cents.
  if (/^[A-Z]{3}$/.test(type))
    return format({ style: 'currency', currency: type, ...(Number.isInteger(value) && { minimumFractionDigits: 0 }) })
  // A type that a later version of the platform has: `GIFT_CARD` becomes "gift card".
  return `${format({})} ${type.toLowerCase().replaceAll('_', ' ')}`.trim()
}
