import { expect, test } from 'vitest'
import { stories } from '../../demo/gallery/stories/index.js'
import { conditions, faults, restore } from './accessibility.js'
import { moving } from './moving.js'
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

test.each([
  'zone/loading',
  'cta/dialog',
  'cta/overlay',
  'referrals/list',
  'reward-status/pending',
  'verify/sent',
])('%s moves, but not for a visitor who wants less motion', async name => {
  const { page } = visit
  const { consumer } = stories.find(story => story.name === name)!
  await visit.open(name, consumer && { consumer })
  if (name === 'referrals/list')
    await page.locator('[part~=referrals]').evaluate(card => {
      // As before its friends are loaded.
      card.lastElementChild!.setAttribute('part', 'waits')
    })
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  expect(await moving(page)).not.toEqual([])
  await page.emulateMedia({ reducedMotion: 'reduce' })
  expect(await moving(page)).toEqual([])
})
