import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { readTotals } from '../../../widgets/stats/stats-content.js'
import { useLocalPlatform } from '../local-platform.js'
import { showOwn } from '../own-zone.js'
import { useViewport } from '../viewport.js'

useViewport()
const local = useLocalPlatform()
const show = (totals: unknown, data = {}) => showOwn(local, { widget: 'stats', totals }, { data })

describe('the figures', () => {
  test('have their labels, and the sum is first', async () => {
    const { root, view, errors } = await show({
      clicks: 48,
      shares: 12,
      conversions: 3,
      earned: { value: 60, type: 'USD' },
    })
    const shown = [...root.querySelectorAll('dl > div')].map(figure =>
      [...figure.children].map(each => each.textContent),
    )
    expect(shown).toEqual([
      ['Earned', '$60'],
      ['Shares', '12'],
      ['Visits from your link', '48'],
      ['Friends who made a purchase', '3'],
    ])
    expect(view.getByRole('heading').textContent).toBe('Your sharing results')
    await vi.dynamicImportSettled()
    expect(errors).toEqual([])
  })

  test('that are zero beside others are shown, and those that are not known are not', async () => {
    const { root } = await show({ clicks: 4, shares: 0, conversions: -1 })
    expect([...root.querySelectorAll('dd')].map(({ textContent }) => textContent)).toEqual(['0', '4'])
  })

  test('that are long are shortened, with the whole number for assistive technology', async () => {
    const { view } = await show({ clicks: 1_234_567, shares: 9_999, conversions: 10_000 })
    expect(view.getByText('1.2M').getAttribute('aria-hidden')).toBe('true')
    expect(view.getByText('1,234,567').className).toBe('visually-hidden')
    expect(view.getByText('1,234,567').closest('dd')!.title).toBe('1,234,567')
    expect(view.getByText('9,999').tagName).toBe('DD')
    expect(view.getByText('10K').getAttribute('aria-hidden')).toBe('true')
  })

  test('are formatted for the language', async () => {
    const { view } = await show({ shares: 9_999, earned: { value: 1_250.5, type: 'EUR' } }, { locale: 'de' })
    expect(view.getByText('9.999')).toBeTruthy()
    expect(view.getByText(/^1\.250,50.€$/)).toBeTruthy()
  })

  test.each([
    ['zero', { clicks: 0, shares: 0, conversions: 0, earned: { value: 0, type: 'USD' } }],
    ['not numbers', { clicks: 'many', shares: -1, earned: { value: Number.MAX_VALUE * 2 } }],
    ['absent', null],
  ])('that are %s show a text to start with', async (_, totals) => {
    const { root, view } = await show(totals)
    expect(view.getByText(/^No results yet/)).toBeTruthy()
    expect(root.querySelector('dl')).toBeNull()
  })

  test('that are invalid are reported', async () => {
    expect((await show('12 clicks')).errors).toEqual(['unsupported_content'])
  })

  test('may be any value', () => {
    fc.assert(
      fc.property(fc.anything(), totals => {
        expect(Object.keys(readTotals({ totals }))).toEqual(['clicks', 'shares', 'conversions', 'earned'])
      }),
    )
  })
})
