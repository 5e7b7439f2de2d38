// Where the focus of a page is, and where the Tab key takes it.

import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** What has the focus, however deep in shadows: what it is called. */
export const focused = (page: Page): Promise<string> => page.evaluate(nameFocused)

/** Where Tab leads, so many times. Each place shows that it has the focus. */
export async function tabThrough(page: Page, times: number, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<string[]> {
  const names: string[] = []
  for (let presses = 0; presses < times; presses++) {
    await page.keyboard.press(key)
    names.push(await focused(page))
    expect(await page.evaluate(hasRing), `a ring around “${names.at(-1)}”`).toBe(true)
  }
  return names
}

function nameFocused() {
  let element = document.activeElement
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
  const label = [...((element as HTMLInputElement | null)?.labels?.[0]?.childNodes ?? [])]
  const words = label.find(({ nodeType }) => nodeType === Node.TEXT_NODE)?.textContent
  return element?.getAttribute('aria-label') || words || element?.textContent || element?.localName || ''
}

function hasRing() {
  let element = document.activeElement
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
  if (!element) return false
  const { outlineStyle, outlineWidth } = getComputedStyle(element)
  // The browser’s own, on what is the page’s, has a width of its own.
  return outlineStyle === 'auto' || (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2)
}
