import type { RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { axeViolations } from '../axe.js'
import { pages } from './pages.js'
import { unreadable } from './unreadable.js'
import { useGallery } from './use-gallery.js'

const visit = useGallery()

const WIDE = { width: 800, height: 600 }

/** Changes the open page, and names what is then wrong with it. Each begins where the page was opened. */
const CONDITIONS: Record<string, (page: Page) => Promise<string[]>> = {
  light: page => faults(page),
  // A scheme changes nothing but colours.
  dark: async page => {
    await page.emulateMedia({ colorScheme: 'dark' })
    return violations(page, { runOnly: ['color-contrast', 'link-in-text-block'] })
  },
  'forced colours': async page => {
    await page.emulateMedia({ forcedColors: 'active' })
    return unreadable(page)
  },
  '320 px': async page => {
    await page.setViewportSize({ ...WIDE, width: 320 })
    return faults(page)
  },
  'text of 200 %': async page => {
    await setText(page, '200')
    return faults(page)
  },
}

async function begin(page: Page) {
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none' })
  await page.setViewportSize(WIDE)
  await setText(page, '100')
}

const setText = (page: Page, percent: string) =>
  page.evaluate(percent => document.documentElement.setAttribute('data-text', percent), percent)

/** What axe finds outside of creatives, whose content is not ours. */
const violations = (page: Page, options: RunOptions) => axeViolations(page, { iframes: false, ...options })

/** What axe finds, and what is wider than its place. */
async function faults(page: Page): Promise<string[]> {
  // WCAG 2.2's only new rule that a machine can check is off by default.
  const found = await violations(page, { rules: { 'target-size': { enabled: true } } })
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

describe.each(pages)('axe finds nothing in $name', ({ story, viewOptions }) => {
  test('from left to right', async () => {
    const { page } = visit
    await begin(page)
    await visit.open(story, viewOptions)
    const all: Record<string, string[]> = {}
    for (const [condition, findFaults] of Object.entries(CONDITIONS)) {
      await begin(page)
      all[condition] = await findFaults(page)
    }
    expect(all).toEqual(Object.fromEntries(Object.keys(CONDITIONS).map(condition => [condition, []])))
  })

  test('from right to left', async () => {
    const { page } = visit
    await begin(page)
    await visit.open(story, { ...viewOptions, locale: 'ar' })
    expect(await faults(page)).toEqual([])
  })
})

test('axe sees the content of a widget, and elements that are too wide are found', async () => {
  const { page } = visit
  await begin(page)
  await visit.open('share/default')
  await page.evaluate(() => {
    const zone = document.querySelector('rewards-zone')!
    zone.theme = { text: '#999', accent: '#abcdef' }
    zone.shadowRoot!.querySelector('input')!.style.width = '900px'
  })
  const found = (await faults(page)).join()
  expect(found).toMatch(/color-contrast: rewards-zone h2/)
  expect(found).toMatch(/share\/default is \d+ px wide/)
})

test.each([
  ['light', '#ddd', /color-contrast: rewards-zone.* h2/],
  ['dark', '#333', /color-contrast: rewards-zone.* h2/],
  ['forced colours', '#ddd', /unreadable: h2 is rgb\(221, 221, 221\) on rgb\(255, 255, 255\)/],
])('a heading with too little contrast is found in %s', async (condition, color, fault) => {
  const { page } = visit
  await begin(page)
  await visit.open('share')
  const plant = (color: string) =>
    page
      .locator('rewards-zone h2')
      .first()
      .evaluate((heading: HTMLElement, color) => {
        // Without the second, a browser draws the system's colour instead in forced colours.
        heading.style.cssText = color && `color: ${color}; forced-color-adjust: none`
      }, color)
  const findFaults = CONDITIONS[condition]!
  await plant(color)
  expect((await findFaults(page)).join()).toMatch(fault)
  await plant('')
  expect(await findFaults(page)).toEqual([])
})
