import { expect, test } from 'vitest'
import { axeViolationsOfSchemes } from '../axe.js'
import { useDemo } from './demo.js'

const visit = useDemo()

test('a developer finds a call, reads about it, and can share its address', async () => {
  const { page, complaints } = await visit.newVisitor({ viewport: { width: 1280, height: 900 } })
  await page.goto(`${visit.demo.origins.program}/docs`)
  const shown = page.locator('.call:not([hidden])')
  const all = await shown.count()
  await page.getByRole('searchbox', { name: 'Find a call' }).fill('get-or-create content_url')
  await page
    .getByRole('status')
    .filter({ hasText: `1 of ${all} calls` })
    .waitFor()
  expect(await page.locator('.sections h2:visible', { hasText: 'Journeys' }).count()).toBe(0)
  await page.getByRole('navigation').getByRole('link', { name: 'Get or create the link' }).click()
  const call = '#post-api-v6-me-shareables-get-or-create'
  await page.locator(call).getByText('content_url_length_out_of_range').waitFor()

  const { page: another } = await visit.newVisitor()
  await another.goto(page.url())
  await another.locator(call).getByText('content_url_length_out_of_range').waitFor()
  expect(complaints).toEqual([])
})

test('the page is accessible at 320 px, in light and dark', async () => {
  const { page, complaints } = await visit.newVisitor({ viewport: { width: 320, height: 800 } })
  await page.goto(`${visit.demo.origins.server}/docs`)
  await page.evaluate(() => {
    for (const call of document.querySelectorAll('details')) call.open = true
  })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  // Calls differ in what they tell, not in how: axe takes its time for each.
  await page.evaluate(() => {
    for (const call of [...document.querySelectorAll('details')].slice(2)) call.remove()
  })
  expect(await axeViolationsOfSchemes(page)).toEqual([])
  expect(complaints).toEqual([])
})
