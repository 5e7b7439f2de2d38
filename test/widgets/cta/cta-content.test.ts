import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readCta } from '../../../widgets/cta/cta-content.js'

describe('the content of a cta', () => {
  test('is read key by key', () => {
    expect(
      readCta({
        style: 'overlay',
        text: ' Give 20 ',
        minimized_text: '$20',
        image_url: 'https://brand.com/a.png',
        opens: { zone: 'share_experience', data: { labels: 'refer' } },
        delay_ms: 1500,
      }),
    ).toEqual({
      style: 'overlay',
      text: 'Give 20',
      minimized_text: '$20',
      image_url: 'https://brand.com/a.png',
      opens: { zone: 'share_experience', data: { labels: 'refer' } },
      delay_ms: 1500,
    })
  })

  test('has a default for each key except the zone that it opens', () => {
    expect(readCta({})).toEqual({
      style: 'button',
      text: '',
      minimized_text: '',
      image_url: undefined,
      opens: undefined,
      delay_ms: 0,
    })
  })

  test.each([
    [-5, 0],
    [Number.NaN, 0],
    ['1000', 0],
    [1e12, 2 ** 31 - 1],
    [Number.POSITIVE_INFINITY, 2 ** 31 - 1],
  ])('has a delay that fits a timer: %s becomes %d ms', (delay_ms, waits) => {
    expect(readCta({ delay_ms }).delay_ms).toBe(waits)
  })

  test('may be any value', () => {
    fc.assert(
      fc.property(
        fc.object({ key: fc.constantFrom('style', 'text', 'image_url', 'opens', 'delay_ms', 'zone') }),
        content => {
          expect(['banner', 'button', 'overlay']).toContain(readCta(content).style)
        },
      ),
    )
  })
})
