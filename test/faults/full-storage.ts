import type { BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'
import { until } from './until.js'

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
  // Of a database that was written to a moment ago Chromium believes for half a minute that there is room.
  await until('the quota is enforced', async () => /^(QuotaExceeded|Abort)Error$/.test(await write(page)))
}

/** Why a megabyte more cannot be written. */
const write = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string>(resolve => {
        const request = indexedDB.open('full', 1)
        request.onupgradeneeded = () => {
          request.result.createObjectStore('full').add('x'.repeat(1_000_000), 1)
        }
        request.onerror = () => resolve(request.error!.name)
        request.onsuccess = () => {
          request.result.close()
          indexedDB.deleteDatabase('full').onsuccess = () => resolve('there is room')
        }
      }),
  )

/** Why the page may not even look at its storage. */
export const storageError = (page: Page) =>
  page.evaluate(() => {
    try {
      return `${localStorage.length} keys`
    } catch (error) {
      return (error as DOMException).name
    }
  })
