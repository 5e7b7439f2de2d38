import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { readSeries, readTotals } from '../../../widgets/stats/stats-content.js'
import { SOON } from '../../soon.js'
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

  test('have a chart of a series, with a table for assistive technology', async () => {
    const points = [
      { date: '2026-02-08', value: 4 },
      { date: '2026-02-01', value: 1 },
      { date: '2026-02-15', value: 0 },
      { date: 'soon', value: 9 },
      { date: '2026-02-22' },
    ]
    const totals = { clicks: 5, earned: { value: 5, type: 'USD' } }
    const { view, root, errors } = await showOwn(local, { widget: 'stats', totals, series: { name: 'clicks', points } })
    const rows = view.getAllByRole('row').map(row => [...row.children].map(({ textContent }) => textContent))
    expect(rows).toEqual([
      ['Feb 1, 2026', '1'],
      ['Feb 8, 2026', '4'],
      ['Feb 15, 2026', '0'],
    ])
    expect(view.getByRole('table', { name: 'Visits from your link' })).toBeTruthy()
    const bars = [...root.querySelectorAll<HTMLElement>('[part=bar]')]
    expect(bars.map(({ style, title }) => [style.height, title])).toEqual([
      ['25%', 'Feb 1, 2026: 1'],
      ['100%', 'Feb 8, 2026: 4'],
      ['0%', 'Feb 15, 2026: 0'],
    ])
    expect(root.querySelector('[part=bars]')!.getAttribute('aria-hidden')).toBe('true')
    await vi.waitFor(() => expect(errors).toEqual(['unsupported_content']), SOON)
  })

  test('may have a chart of nothing yet', async () => {
    const points = [1, 2].map(day => ({ date: `2026-02-0${day}`, value: 0 }))
    const content = { widget: 'stats', totals: { shares: 3 }, series: { name: 'clicks', points } }
    const { root } = await showOwn(local, content)
    expect([...root.querySelectorAll<HTMLElement>('[part=bar]')].map(({ style }) => style.height)).toEqual(['0%', '0%'])
  })

  test('that are not known leave the chart of a series', async () => {
    const series = { name: 'clicks', points: [0, 3].map((value, day) => ({ date: `2026-02-0${day + 1}`, value })) }
    const { view, root, errors } = await showOwn(local, { widget: 'stats', series })
    expect(view.getByRole('table', { name: 'Visits from your link' })).toBeTruthy()
    expect(root.querySelector('dl')).toBeNull()
    expect(view.queryByText(/^No results yet/)).toBeNull()
    expect(errors).toEqual([])
  })

  test('that are not known, beside a series of zeros, show a text to start with', async () => {
    const series = { name: 'clicks', points: [1, 2].map(day => ({ date: `2026-02-0${day}`, value: 0 })) }
    const { view, root } = await showOwn(local, { widget: 'stats', series })
    expect(view.getByText(/^No results yet/)).toBeTruthy()
    expect(root.querySelector('figure')).toBeNull()
  })

  test('have a chart of the sum in its unit', async () => {
    const points = [1, 2].map(day => ({ date: `2026-02-0${day}`, value: 1_000 * day }))
    const totals = { earned: { value: 3_000, type: 'EUR' } }
    const { view } = await showOwn(local, { widget: 'stats', totals, series: { name: 'earned', points } })
    expect(view.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(['€1,000', '€2,000'])
  })

  test.each(['shares', 'clicks', 'conversions', 'earned'])('may have a chart of the %s', name => {
    const points = [1, 2].map(day => ({ date: `2026-02-0${day}`, value: day }))
    expect(readSeries({ series: { name, points } })?.name).toBe(name)
  })

  test('have a chart of the newest sixty points', async () => {
    const points = Array.from({ length: 70 }, (_, day) => ({
      date: new Date(Date.UTC(2026, 0, 1 + day)).toISOString(),
      value: day,
    }))
    expect(readSeries({ series: { name: 'shares', points } })!.points.map(({ value }) => value)).toEqual(
      Array.from({ length: 60 }, (_, index) => index + 10),
    )
  })

  test.each([
    [{ name: 'sales', points: [1, 2].map(day => ({ date: `2026-02-0${day}`, value: 1 })) }],
    [{ name: 'clicks', points: [{ date: '2026-02-01', value: 1 }] }],
    [{ name: 'clicks', points: 'many' }],
    ['clicks'],
  ])('have no chart of the series %j, and this is reported', async series => {
    const { root, errors } = await showOwn(local, { widget: 'stats', totals: { clicks: 5 }, series })
    expect(root.querySelector('dl')).toBeTruthy()
    expect(root.querySelector('figure')).toBeNull()
    expect(errors).toEqual(['unsupported_content'])
  })

  test('that are invalid are reported', async () => {
    expect((await show('12 clicks')).errors).toEqual(['unsupported_content'])
  })

  test('may be any value', () => {
    fc.assert(
      fc.property(fc.anything(), totals => {
        expect(readSeries({ series: totals })).toBeUndefined()
        expect(Object.keys(readTotals({ totals }))).toEqual(['clicks', 'shares', 'conversions', 'earned'])
      }),
    )
  })
})
