import { beforeAll, describe, expect, test } from 'vitest'
import { conditions, faultsByCondition } from './accessibility.js'
import { pages } from './pages.js'
import { takePictures } from './photographer.js'
import { compare, reasonToSkip } from './screenshots.js'
import { useGallery, WINDOW } from './use-gallery.js'

/** A page of many stories is a large picture. */
const PATIENCE_MS = 240_000

/** The tests of every story in one direction of text. */
export function describeStories(direction: 'ltr' | 'rtl'): void {
  const visit = useGallery({ viewport: WINDOW })
  let reason = ''

  beforeAll(() => {
    reason = reasonToSkip(visit.browser)
    if (reason) console.warn(reason)
  })

  // Opening a page takes longest, so its pictures are taken and axe looks at it while it is open.
  describe.each(pages)('$name', { timeout: PATIENCE_MS }, page => {
    test('looks like its screenshots', async ({ skip }) => {
      if (reason) skip(reason)
      const pictures = await takePictures(visit, page, direction)
      expect([...pictures].flatMap(([name, picture]) => compare(name, picture) ?? [])).toEqual([])
    })

    test('has nothing that axe finds', async () => {
      await visit.show(page, direction)
      expect(await faultsByCondition(visit.page, conditions[direction])).toEqual({})
    })
  })
}
