import { sayPlural } from '../messages/format-message.js'

/** English of what `Intl` has no words for. */
export const words = {
  money_points_one: '{count} point',
  money_points_other: '{count} points',
  money_percent_off: '{percent} off',
}

/**
 * What a reward is worth, as the locale writes it: money, points, months, a discount. `type` is the platform's; '' for a mere number.
 * `how`: as `Intl` takes it, `{ notation: 'compact' }`.
 */
export function formatReward(
  locale: string,
  messages: typeof words,
  value: number,
  type: string,
  how?: Intl.NumberFormatOptions,
): string {
  const write = (what: Intl.NumberFormatOptions, number = value) =>
    new Intl.NumberFormat(locale, { ...what, ...how }).format(number)
  if (type === 'POINTS') return sayPlural(locale, messages, 'money_points', value)
  if (type === 'MONTH') return write({ style: 'unit', unit: 'month', unitDisplay: 'long' })
  if (type === 'PERCENT_OFF')
    return messages.money_percent_off.replace(
      '{percent}',
      write({ style: 'percent', maximumFractionDigits: 2 }, value / 100),
    )
  // A whole sum needs no cents.
  if (/^[A-Z]{3}$/.test(type))
    return write({ style: 'currency', currency: type, ...(Number.isInteger(value) && { minimumFractionDigits: 0 }) })
  // Of a later platform: better its own word than none.
  return `${write({})} ${type.toLowerCase().replaceAll('_', ' ')}`.trim()
}
