import { describe, expect, test } from 'vitest'
import { en, formatReward } from '../../../widgets/kit/format-reward.js'
import { findMessages } from '../../../widgets/messages/find-messages.js'

/** `Intl` keeps numbers and units together by spaces of its own. */
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ').replace(/[\u200e\u200f]/g, '')

describe('the value of a reward', () => {
  test.each([
    ['en', 20, 'USD', '$20'],
    ['en', 2.5, 'USD', '$2.50'],
    ['de', 1234.5, 'EUR', '1.234,50 €'],
    ['ja', 2000, 'JPY', '￥2,000'],
    ['en', 1, 'POINTS', '1 point'],
    ['en', 1200, 'POINTS', '1,200 points'],
    ['ar', 2, 'POINTS', 'نقطتان'],
    ['he', 1, 'POINTS', 'נקודה אחת'],
    ['fr', 0, 'POINTS', '0 point'],
    ['en', 15, 'PERCENT_OFF', '15% off'],
    ['fr', 7.5, 'PERCENT_OFF', '7,5 % de réduction'],
    ['en', 1, 'MONTH', '1 month'],
    ['pt-BR', 3, 'MONTH', '3 meses'],
    ['en', 3, 'LUCKY_STARS', '3 lucky stars'],
    ['en', 1234, '', '1,234'],
  ])('in %s: %d %s is “%s”', async (locale, value, type, text) => {
    const messages = { ...en, ...(await findMessages(new Intl.Locale(locale))) }
    expect(plain(formatReward({ value, type }, locale, messages))).toBe(plain(text))
  })

  test('can be shortened', () => {
    expect(
      formatReward({ value: 248_310.5, type: 'USD' }, 'en', en, { notation: 'compact', maximumFractionDigits: 1 }),
    ).toBe('$248.3K')
  })
})
