import { expect, test } from 'vitest'
import { conditions, faults, restore } from './accessibility.js'
import { useGallery } from './use-gallery.js'

const visit = useGallery()

test('axe sees the content of a widget, and elements that are too wide are found', async () => {
  const { page } = visit
  await visit.open('share/default')
  await page.evaluate(() => {
    const zone = document.querySelector('rewards-zone')!
    zone.theme = { text: '#999', accent: '#abcdef' }
    zone.shadowRoot!.querySelector('input')!.style.width = '900px'
  })
  const found = (await faults(page)).join()
  expect(found).toMatch(/color-contrast: rewards-zone h2/)
  expect(found).toMatch(/share\/default is \d+ px wide/)
})

test.each([
  ['light', '#ddd', /color-contrast: rewards-zone.* h2/],
  ['dark', '#333', /color-contrast: rewards-zone.* h2/],
  ['forced colours', '#ddd', /unreadable: h2 is rgb\(221, 221, 221\) on rgb\(255, 255, 255\)/],
])('a heading with too little contrast is found in %s', async (condition, color, fault) => {
  const { page } = visit
  await visit.open('share')
  await restore(page)
  const plant = (color: string) =>
    page
      .locator('rewards-zone h2')
      .first()
      .evaluate((heading: HTMLElement, color) => {
        // Without the second, a browser draws the system's colour instead in forced colours.
        heading.style.cssText = color && `color: ${color}; forced-color-adjust: none`
      }, color)
  const findFaults = conditions.ltr[condition]!
  await plant(color)
  expect((await findFaults(page)).join()).toMatch(fault)
  await plant('')
  expect(await findFaults(page)).toEqual([])
})
