// Takes the screenshots of the gallery's stories.

import type { PNG } from 'pngjs'
import type { Story } from '../../demo/gallery/stories/index.js'
import type { GalleryPage } from './pages.js'
import { type Box, crop, decode } from './picture.js'
import { type GalleryInBrowser, WINDOW } from './use-gallery.js'

const NARROW = 320

/**
 * How the stories are seen. All of them are seen wide; in the other views, those that bring something to turn dark, to narrow or to mirror. The
 * others would repeat it.
 */
const VIEWS: Record<string, View> = {
  wide: { direction: 'ltr' },
  dark: {
    direction: 'ltr',
    colorScheme: 'dark',
    stories: [
      'share/default',
      'share/qr',
      'share/capture-opt-in',
      'cta/overlay',
      'cta/dialog',
      'panel/tabs',
      'offer/available',
      'zone/failed',
    ],
  },
  narrow: {
    direction: 'ltr',
    width: NARROW,
    stories: [
      'share/default',
      'share/picture',
      'share/email-wrong',
      'share/capture-opt-in',
      'cta/banner-picture',
      'cta/overlay',
      'cta/dialog',
      'panel/launcher',
      'panel/tabs',
      'offer/available',
      'offer/email-wrong',
      'referrals/list',
    ],
  },
  rtl: {
    direction: 'rtl',
    stories: [
      'share/default',
      'share/picture',
      'share/email-wrong',
      'share/capture-opt-in',
      'cta/banner-picture',
      'cta/overlay-minimized',
      'cta/dialog',
      'panel/launcher',
      'panel/tabs',
      'offer/available',
      'offer/rules',
      'stats/long',
      'zone/failed',
    ],
  },
  // All three at once, in one picture: for what has no picture of its own in each.
  pocket: {
    direction: 'rtl',
    colorScheme: 'dark',
    width: NARROW,
    stories: [
      'rewards/states',
      'rewards/locked-sent',
      'referrals/list',
      'stats/totals',
      'reward-status/succeeded',
      'profile/wrong',
      'profile/deletion',
      'form/wrong',
      'form/survey',
      'panel/home',
      'journey/under-way',
      'verify/sent',
      'stack/dashboard',
    ],
  },
}

interface View {
  direction: 'ltr' | 'rtl'
  colorScheme?: 'dark'
  width?: number
  /** Default: all. */
  stories?: string[]
}

/** Takes pictures of the stories of a page in one direction. Answers with them by name and view: `share/qr.dark`. */
export async function takePictures(
  visit: GalleryInBrowser,
  gallery: GalleryPage,
  direction: 'ltr' | 'rtl',
): Promise<Map<string, PNG>> {
  const { page } = visit
  const pictures = new Map<string, PNG>()
  for (const [view, { colorScheme = 'light', width = WINDOW.width, ...seen }] of Object.entries(VIEWS)) {
    const stories = gallery.stories.filter(({ name }) => seen.stories?.includes(name) ?? true)
    if (seen.direction !== direction || !stories.length) continue
    await page.emulateMedia({ colorScheme, forcedColors: 'none' })
    await page.setViewportSize({ ...WINDOW, width })
    // A layer that has been laid out anew may lie between two pixels: what covers the page is opened in the width it is seen in.
    await visit.show(gallery, direction, { anew: Boolean(stories[0]!.ownPage) })
    for (const [name, picture] of await picturesOf(visit, stories)) pictures.set(`${name}.${view}`, picture)
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
