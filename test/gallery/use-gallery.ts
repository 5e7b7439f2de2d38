// The gallery for tests in a browser.

import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { type Gallery, startGallery } from '../../demo/gallery/gallery.js'
import { queryOf, readViewOptions, type ViewOptions } from '../../demo/gallery/view-options.js'
import { sharedChromium } from '../chromium.js'
import { listenForComplaints } from '../e2e/demo.js'
import { requireBuild } from '../require-build.js'
import { SOON } from '../soon.js'
import type { GalleryPage } from './pages.js'

/** As wide as a shop's column, and as high as what covers the page needs it. */
export const WINDOW = { width: 720, height: 560 }

export interface GalleryInBrowser {
  /** One page for all tests of a file. */
  readonly page: Page
  readonly browser: Browser
  readonly gallery: Gallery
  /** What the browser complained about since it was last asked. */
  complaints(): string[]
  /** Opens a story, or all of a group that fit on one page, and waits until each is in its state. */
  open(story: string, viewOptions?: Partial<ViewOptions>): Promise<void>
  /** The same for the stories of a page, which from right to left are in Arabic. Does nothing if that page is open, unless `anew` is set. */
  show(page: GalleryPage, direction: 'ltr' | 'rtl', options?: { anew?: boolean }): Promise<void>
}

/** Starts the gallery and opens a page before the tests of a file, and ends both after them. */
export function useGallery(options: BrowserContextOptions = {}): GalleryInBrowser {
  let gallery: Gallery
  let browser: Browser
  let context: BrowserContext
  let page: Page
  let complaints: string[]

  beforeAll(async () => {
    requireBuild()
    gallery = await startGallery()
    browser = await sharedChromium()
    context = await browser.newContext({ reducedMotion: 'reduce', ...options })
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: gallery.origin })
    context.setDefaultTimeout(SOON.timeout)
    complaints = await listenForComplaints(context)
    page = await context.newPage()
  })

  afterAll(async () => {
    await context?.close()
    await gallery?.close()
  })

  const addressOf = (story: string, viewOptions: Partial<ViewOptions>) =>
    `${gallery.origin}/stage${queryOf(story, { ...DEFAULTS, ...viewOptions })}`

  async function open(address: string) {
    await page.goto(address)
    await page.locator('[data-stage="ready"]').waitFor({ state: 'attached' })
  }

  return {
    get page() {
      return page
    },
    get browser() {
      return browser
    },
    get gallery() {
      return gallery
    },
    complaints: () => complaints.splice(0),
    open: (story, viewOptions = {}) => open(addressOf(story, viewOptions)),
    async show({ story, viewOptions }, direction, { anew = false } = {}) {
      const address = addressOf(story, direction === 'rtl' ? { ...viewOptions, locale: 'ar' } : viewOptions)
      if (anew || page.url() !== address) await open(address)
    },
  }
}

const DEFAULTS = readViewOptions(new URLSearchParams())
