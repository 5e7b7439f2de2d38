// What is wrong with an open page of the gallery, for people who see little or use the keyboard.

import type { RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'
import { axeViolations } from '../axe.js'
import { borderless } from './borderless.js'
import { moving } from './moving.js'
import { unreadable } from './unreadable.js'
import { WINDOW } from './use-gallery.js'

/** Each changes the open page, and names what is then wrong with it. It begins with a page after `restore`. */
type Conditions = Record<string, (page: Page) => Promise<string[]>>

const ltr: Conditions = {
  light: async page => [...(await faults(page)), ...(await moving(page))],
  // A scheme changes nothing but colours.
  dark: async page => {
    await page.emulateMedia({ colorScheme: 'dark' })
    return violations(page, { runOnly: ['color-contrast', 'link-in-text-block'] })
  },
  'forced colours': async page => {
    await page.emulateMedia({ forcedColors: 'active' })
    return [...(await unreadable(page)), ...(await borderless(page))]
  },
  '320 px': async page => {
    await page.setViewportSize({ ...WINDOW, width: 320 })
    return faults(page)
  },
  'text of 200 %': async page => {
    await setText(page, '200')
    return faults(page)
  },
}

/** From right to left, things stand elsewhere, and nothing else changes. */
export const conditions = { ltr, rtl: { light: ltr.light! } }

/** What is wrong with the open page, by the conditions that find anything. */
export async function faultsByCondition(page: Page, conditions: Conditions): Promise<Record<string, string[]>> {
  const all: Record<string, string[]> = {}
  for (const [condition, findFaults] of Object.entries(conditions)) {
    await restore(page)
    const found = await findFaults(page)
    if (found.length) all[condition] = found
  }
  await restore(page)
  return all
}

/** Takes back what the conditions change. */
export async function restore(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none' })
  await page.setViewportSize(WINDOW)
  await setText(page, '100')
}

/** What axe finds, and what is wider than its place. */
export async function faults(page: Page): Promise<string[]> {
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

const setText = (page: Page, percent: string) =>
  page.evaluate(percent => document.documentElement.setAttribute('data-text', percent), percent)

/** What axe finds outside of creatives, whose content is not ours. */
const violations = (page: Page, options: RunOptions) => axeViolations(page, { iframes: false, ...options })
