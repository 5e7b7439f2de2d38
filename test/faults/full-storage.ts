import type { BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'

const FULL = 'QuotaExceededError'

/** Leaves no byte of localStorage to the page's origin. */
export async function fillLocalStorage(page: Page) {
  const refusal = await page.evaluate(() => {
    const fill = (characters: number) => {
      try {
        for (let index = 0; ; index++) localStorage.setItem(`full-${characters}-${index}`, 'x'.repeat(characters))
      } catch (error) {
        return (error as DOMException).name
      }
    }
    return [1_000_000, 10_000, 100, 1].map(fill).at(-1)
  })
  expect(refusal).toBe(FULL)
}

/** Leaves no byte of IndexedDB to the page's origin, for as long as the page is there. */
export async function fillIndexedDb(context: BrowserContext, page: Page) {
  const devtools = await context.newCDPSession(page)
  const { origin } = new URL(page.url())
  await devtools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 })
  const refusal = await page.evaluate(
    () =>
      new Promise(resolve => {
        const request = indexedDB.open('full', 1)
        request.onupgradeneeded = () => {
          request.result.createObjectStore('full').add('x'.repeat(1_000_000), 1)
        }
        request.onerror = () => resolve(request.error?.name)
        request.onsuccess = () => resolve('there is room')
      }),
  )
  expect(refusal).toMatch(/^(QuotaExceeded|Abort)Error$/)
}

/** Why the page may not even look at its storage. */
export const storageError = (page: Page) =>
  page.evaluate(() => {
    try {
      return `${localStorage.length} keys`
    } catch (error) {
      return (error as DOMException).name
    }
  })
