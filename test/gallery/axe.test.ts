import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { pages } from './pages.js'
import { useGallery } from './use-gallery.js'

const visit = useGallery()

const WIDE = { width: 800, height: 600 }

/** What can be changed while a page is open; each begins where the page was opened. */
const CONDITIONS: Record<string, (page: Page) => Promise<unknown>> = {
  light: async () => {},
  dark: page => page.emulateMedia({ colorScheme: 'dark' }),
  'forced colours': page => page.emulateMedia({ forcedColors: 'active' }),
  '320 px': page => page.setViewportSize({ ...WIDE, width: 320 }),
  'text of 200 %': page => setText(page, '200'),
}

async function begin(page: Page) {
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none' })
  await page.setViewportSize(WIDE)
  await setText(page, '100')
}

const setText = (page: Page, percent: string) =>
  page.evaluate(percent => document.documentElement.setAttribute('data-text', percent), percent)

/** What axe has against the page as it now is, and what is wider than its place. */
async function faults(page: Page): Promise<string[]> {
  const found = await page.evaluate(async () => {
    const { violations } = await (Reflect.get(window, 'axe') as typeof axe).run(document, {
      // The rest of its report takes as long to write.
      resultTypes: ['violations'],
      // WCAG 2.2's only new rule that a machine can check is off by default.
      rules: { 'target-size': { enabled: true } },
      // What is in a creative is not ours.
      iframes: false,
    })
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.flat().join(' ')} ${failureSummary}`),
    )
  })
  const wide = await page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('section')]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map(
        ({ ariaLabel, scrollWidth, clientWidth }) =>
          `${ariaLabel ?? 'The page'} is ${scrollWidth} px wide in ${clientWidth}`,
      ),
  )
  return [...found, ...wide]
}

describe.each(pages)('axe finds nothing in $name', ({ story, looks }) => {
  test('from left to right', async () => {
    const { page } = visit
    await begin(page)
    await visit.open(story, looks)
    await page.evaluate(axe.source)
    const all: Record<string, string[]> = {}
    for (const [condition, make] of Object.entries(CONDITIONS)) {
      await begin(page)
      await make(page)
      all[condition] = await faults(page)
    }
    expect(all).toEqual(Object.fromEntries(Object.keys(CONDITIONS).map(condition => [condition, []])))
  })

  test('from right to left', async () => {
    const { page } = visit
    await begin(page)
    await visit.open(story, { ...looks, locale: 'ar' })
    await page.evaluate(axe.source)
    expect(await faults(page)).toEqual([])
  })
})

test('axe reaches into a widget, and what is too wide is found', async () => {
  const { page } = visit
  await begin(page)
  await visit.open('share/default')
  await page.evaluate(axe.source)
  await page.evaluate(() => {
    const zone = document.querySelector('rewards-zone')!
    zone.theme = { text: '#999', accent: '#abcdef' }
    zone.shadowRoot!.querySelector('input')!.style.width = '900px'
  })
  const found = (await faults(page)).join()
  expect(found).toMatch(/color-contrast: rewards-zone h2/)
  expect(found).toMatch(/share\/default is \d+ px wide/)
})
