import { describe, expect, test } from 'vitest'
import { copies, locales } from '../../demo/gallery/copy/index.js'
import { stories } from '../../demo/gallery/stories/index.js'
import { useGallery } from './use-gallery.js'

const visit = useGallery()

/** What the stories about a failure are about: the browser writes it down, too. */
const EXPECTED = /status of (403|503)|Permissions policy violation: The Clipboard API/

describe('the gallery', () => {
  test('lists every story, and shows the chosen one with the chosen looks', async () => {
    const { page } = visit
    await page.goto(`${visit.gallery.origin}/?story=offer/expired&locale=ar&scheme=dark&width=320`)
    for (const { name } of stories) expect(await page.locator(`nav a[href^="/?story=${name}&"]`).count(), name).toBe(1)
    expect(await page.locator('nav [aria-current]').textContent()).toBe('expired')
    expect(await page.locator('.options [aria-current]').allTextContents()).toEqual([
      'ar',
      'dark',
      '320',
      '100',
      'anonymous',
    ])
    const stage = page.frameLocator('iframe')
    await stage.getByText('انتهت صلاحية هذا العرض.').waitFor()
    const shown = await stage
      .locator(':root')
      .evaluate((root: HTMLElement) => [innerWidth, root.dir, root.dataset.scheme])
    expect(shown).toEqual([320, 'rtl', 'dark'])
    await page.getByRole('link', { name: 'used', exact: true }).click()
    await stage.getByText('لقد استخدمت هذا العرض من قبل.').waitFor()
    expect(visit.complaints()).toEqual([])
  })

  test.each(locales)('is available in %s', async locale => {
    await visit.open('share', { locale })
    const { page } = visit
    expect(await page.getByRole('heading', { name: copies[locale].headline }).count()).toBeGreaterThan(1)
    const languages = await page
      .locator('[part="zone"]')
      .evaluateAll((zones: HTMLElement[]) => zones.map(zone => zone.lang))
    expect(new Set(languages)).toEqual(new Set([locale]))
    expect(visit.complaints().filter(complaint => !EXPECTED.test(complaint))).toEqual([])
  })
})
