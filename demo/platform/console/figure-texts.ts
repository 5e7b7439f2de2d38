import type { Compared, Span, Step } from '../figures/read-figures.js'

export const stepTitles: Record<Step, string> = {
  shares: 'Shares',
  clicks: 'Clicks',
  friends: 'Friends',
  purchases: 'Purchases',
  rewards: 'Rewards',
}

/** The names of the channels of the SDK, and of what leads back to no share. */
const channelTitles: Record<string, string> = {
  bluesky: 'Bluesky',
  code: 'Code or coupon',
  copy: 'Copied link',
  email: 'Email',
  facebook: 'Facebook',
  link: 'Link',
  linkedin: 'LinkedIn',
  messenger: 'Messenger',
  native: 'Share menu of the device',
  none: 'Without a friend',
  other: 'Other channels',
  pinterest: 'Pinterest',
  qr: 'QR code',
  reddit: 'Reddit',
  sms: 'Text message',
  telegram: 'Telegram',
  threads: 'Threads',
  whatsapp: 'WhatsApp',
  x: 'X',
}

/** The name of a channel. A channel that a page has invented is shown as it is. */
export const channelTitle = (channel: string): string => channelTitles[channel] ?? channel

export const numberText = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: 2 })

export const moneyText = (value: number, currency: string): string => `${numberText(value)} ${currency}`

/** From this factor on, a percentage is hard to read. */
const READABLE_FACTOR = 10

/** How a number differs from that of the period before: `+12%`, or `×15`. Undefined: there was none before. */
export function changeText({ value, before }: Compared): string | undefined {
  if (before === 0) return undefined
  if (value >= before * READABLE_FACTOR) return `×${numberText(Math.round(value / before))}`
  const percent = Math.round(((value - before) / before) * 100)
  return percent === 0 ? '±0%' : `${percent > 0 ? '+' : '−'}${numberText(Math.abs(percent))}%`
}

const dayFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const yearFormat = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})

export const dayText = (day: string): string => dayFormat.format(new Date(day))

/** `1 May 2026`, or `4–10 May 2026`. */
export const spanText = ({ from, to }: Span): string => yearFormat.formatRange(new Date(from), new Date(to))

/** The same without the year. */
export const shortSpanText = ({ from, to }: Span): string => dayFormat.formatRange(new Date(from), new Date(to))
