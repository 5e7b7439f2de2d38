import { readFile } from 'node:fs/promises'
import type { BrowserContextOptions, Cookie } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeViolationsOfSchemes } from '../axe.js'
import { useDemo } from './demo.js'
import { openConsole } from './open-console.js'

const visit = useDemo({ demoHistory: true })

let session: Cookie[] = []

/** Opens the home page of the console with the figures of the demo's history. */
async function openHome(query: string, options: BrowserContextOptions) {
  const visitor = await visit.newVisitor(options)
  if (session.length) {
    await visitor.context.addCookies(session)
    await visitor.page.goto(`${visit.demo.origins.server}/console${query}`)
  } else {
    await visit.demo.platform.updateFigures()
    await openConsole(visitor.page, visit.demo, `/console${query}`)
    session = await visitor.context.cookies()
  }
  return visitor
}

test('a user without script chooses a period, reads a chart as a table and downloads it, by keyboard', async () => {
  const { page, complaints } = await openHome('', { javaScriptEnabled: false, acceptDownloads: true })
  await page.getByRole('navigation', { name: 'Period' }).getByRole('link', { name: '90 days' }).press('Enter')
  await page.getByRole('img', { name: /^Friends by week: \d+(, \d+){12}$/ }).waitFor()
  await page.getByText('The numbers as a table').press('Enter')
  await expect.poll(() => page.getByRole('table').first().getByRole('rowheader').count()).toBe(13)
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download as CSV: By channel' }).press('Enter')
  const lines = (await readFile(await (await download).path(), 'utf8')).trim().split('\n')
  expect(lines[0]).toMatch(/^channel,shares,clicks,friends/)
  expect(lines.length).toBeGreaterThan(5)
  await page.getByRole('link', { name: /rewards wait for your approval/ }).press('Enter')
  await page.getByRole('heading', { name: 'Rewards', level: 1 }).waitFor()
  expect(complaints).toEqual([])
})

test.each([
  ['?days=7', 320],
  ['?days=28', 320],
  ['?days=90', 1280],
])('home%s is accessible at %i px in both directions, in light and dark', async (query, width) => {
  const { page, complaints } = await openHome(query, { viewport: { width, height: 900 } })
  await page.getByText('The numbers as a table').click()
  for (const direction of ['ltr', 'rtl']) {
    await page.evaluate(dir => document.documentElement.setAttribute('dir', dir), direction)
    expect([direction, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([direction, width])
    expect([direction, await axeViolationsOfSchemes(page)]).toEqual([direction, []])
  }
  expect(complaints).toEqual([])
})
