// Takes the screenshots of the gallery's stories.

import type { PNG } from 'pngjs'
import type { Story } from '../../demo/gallery/stories/index.js'
import type { GalleryPage } from './pages.js'
import { type Box, crop, decode } from './picture.js'
import type { GalleryInBrowser } from './use-gallery.js'

/** As wide as a shop's column, and as high as what covers the page needs it. */
export const WINDOW = { width: 720, height: 560 }

/** Beside its wide view: those that bring something to turn dark, to narrow or to mirror. The others repeat it. */
const VIEWS = {
  dark: [
    'share/default',
    'share/qr',
    'share/capture-opt-in',
    'cta/overlay',
    'cta/dialog',
    'offer/available',
    'zone/failed',
  ],
  narrow: [
    'share/default',
    'share/picture',
    'share/email-wrong',
    'share/capture-opt-in',
    'cta/banner-picture',
    'cta/overlay',
    'cta/dialog',
    'offer/available',
    'offer/email-wrong',
    'referrals/list',
  ],
  rtl: [
    'share/default',
    'share/picture',
    'share/email-wrong',
    'share/capture-opt-in',
    'cta/banner-picture',
    'cta/overlay-minimized',
    'cta/dialog',
    'offer/available',
    'offer/rules',
    'stats/long',
    'zone/failed',
  ],
  // All three at once, in one picture: for what has no picture of its own in each.
  pocket: [
    'rewards/states',
    'rewards/locked-sent',
    'referrals/list',
    'stats/totals',
    'reward-status/succeeded',
    'profile/wrong',
    'journey/under-way',
    'verify/sent',
    'stack/dashboard',
  ],
}

/** Takes pictures of the stories of a page. Answers with them by name and view: `share/qr.dark`. */
export async function takePictures(visit: GalleryInBrowser, gallery: GalleryPage): Promise<Map<string, PNG>> {
  const { page } = visit
  const { story, viewOptions, stories } = gallery
  const pictures = new Map<string, PNG>()
  const seenIn = (view: keyof typeof VIEWS) => stories.filter(({ name }) => VIEWS[view].includes(name))
  const take = async (view: string, stories: Story[]) => {
    for (const [name, picture] of await picturesOf(visit, stories)) pictures.set(`${name}.${view}`, picture)
  }

  await page.setViewportSize(WINDOW)
  await visit.open(story, viewOptions)
  await take('wide', stories)
  if (seenIn('dark').length) {
    await page.emulateMedia({ colorScheme: 'dark' })
    await take('dark', seenIn('dark'))
    await page.emulateMedia({ colorScheme: 'light' })
  }
  if (seenIn('narrow').length) {
    await page.setViewportSize({ ...WINDOW, width: 320 })
    // A layer that has been laid out anew may lie between two pixels: what covers the page is opened in the width it is seen in.
    if (stories[0]?.ownPage) await visit.open(story, viewOptions)
    await take('narrow', seenIn('narrow'))
    await page.setViewportSize(WINDOW)
  }
  if (seenIn('rtl').length) {
    await visit.open(story, { ...viewOptions, locale: 'ar' })
    await take('rtl', seenIn('rtl'))
  }
  if (seenIn('pocket').length) {
    await page.setViewportSize({ ...WINDOW, width: 320 })
    await page.emulateMedia({ colorScheme: 'dark' })
    await visit.open(story, { ...viewOptions, locale: 'ar' })
    await take('pocket', seenIn('pocket'))
    await page.emulateMedia({ colorScheme: 'light' })
  }
  return pictures
}

/** Of a story that has the page to itself, the window as it is: it may be at any edge of it. */
async function picturesOf({ page }: GalleryInBrowser, stories: Story[]): Promise<[name: string, PNG][]> {
  const [{ name, ownPage }] = stories as [Story]
  const whole = decode(await page.screenshot({ fullPage: !ownPage }))
  if (ownPage) return [[name, whole]]
  const boxes = await page.locator('[data-story]').evaluateAll((sections: HTMLElement[]) =>
    sections.map((section): [name: string, Box] => {
      const { left, top, right, bottom } = section.getBoundingClientRect()
      const [x, y] = [Math.round(left), Math.round(top + scrollY)]
      return [section.dataset.story!, { x, y, width: Math.round(right) - x, height: Math.round(bottom + scrollY) - y }]
    }),
  )
  return boxes
    .filter(([name]) => stories.some(story => story.name === name))
    .map(([name, box]) => [name, crop(whole, box)])
}
