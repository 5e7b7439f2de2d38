import type { PNG } from 'pngjs'
import { describe, expect, test } from 'vitest'
import { type Box, crop, decode, difference } from './picture.js'
import { readScreenshot, screenshots } from './screenshots.js'
import { useGallery, WINDOW } from './use-gallery.js'

/** Of the parts in which a picture is searched. */
const BAND_HEIGHT = 48

const visit = useGallery({ viewport: WINDOW })

describe('a shift of two pixels is found', () => {
  test('in every screenshot, except the empty one', () => {
    expect(screenshots().filter(name => !isSeenToShift(name))).toEqual(['zone/empty.wide.png'])
  })

  test('in the smallest part of a widget', async () => {
    await visit.open('share/default')
    const take = async () => decode(await visit.page.screenshot())
    const before = await take()
    expect(difference(before, await take())).toBeUndefined()
    await visit.page
      .locator('.icon')
      .first()
      .evaluate((icon: SVGElement) => icon.style.setProperty('translate', '2px'))
    expect(difference(before, await take())).toBeDefined()
  })
})

function isSeenToShift(name: string): boolean {
  const picture = readScreenshot(name)
  const [width, height] = [picture.width - 2, picture.height - 2]
  const [still, across, down] = [
    { x: 0, y: 0 },
    { x: 2, y: 0 },
    { x: 0, y: 2 },
  ].map(corner => crop(picture, { ...corner, width, height })) as [PNG, PNG, PNG]
  return [across, down].every(shifted => bands(still).some(band => difference(crop(still, band), crop(shifted, band))))
}

/** What differs in a part differs in the whole, and is found in a fraction of the time. */
const bands = ({ width, height }: PNG): Box[] =>
  Array.from({ length: Math.ceil(height / BAND_HEIGHT) }, (_, index) => {
    const y = index * BAND_HEIGHT
    return { x: 0, y, width, height: Math.min(BAND_HEIGHT, height - y) }
  })
