import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demo as brand } from '../../demo/platform/index.js'
import { launchChromium } from '../chromium.js'
import { SOON } from '../soon.js'
import { useDemo } from './demo.js'

const visit = useDemo()

/** Only the whole browser loads pages in advance. */
let browser: Browser
let letters: Server
/** The page that links to the share link. A page that a test answers itself loads nothing in advance. */
let letter = ''

beforeAll(async () => {
  browser = await launchChromium()
  letters = createServer((_, response) => response.setHeader('Content-Type', 'text/html').end(letter))
  await new Promise<void>(resolve => letters.listen(0, resolve))
})
afterAll(async () => {
  await browser?.close()
  letters?.close()
})

const clicks = async () => {
  const [row] = await visit.demo.platform.db.query<{ count: number }>('select count(*)::int as count from clicks')
  return row!.count
}

/** Opens a page of the brand that announces the share link to the browser. */
async function openLetter(announce: (link: string) => string): Promise<Page> {
  const context = await browser.newContext()
  context.setDefaultTimeout(SOON.timeout)
  const link = `${visit.demo.origins.program}/s/${brand.ada.code}`
  letter = `<!doctype html>${announce(link)}<a href="${link}">A gift for you</a>`
  const page = await context.newPage()
  await page.goto(`http://letters.brand.localhost:${(letters.address() as AddressInfo).port}/`)
  return page
}

const rules = (action: string) => (link: string) =>
  `<script type="speculationrules">${JSON.stringify({ [action]: [{ urls: [link], eagerness: 'immediate' }] })}</script>`

test.each<[string, (link: string) => string]>([
  ['<link rel=prefetch>', link => `<link rel="prefetch" href="${link}">`],
  ['a speculative prefetch', rules('prefetch')],
  ['a speculative prerender', rules('prerender')],
])('%s of a share link is no click, and the person who then opens the link is one', async (_, announce) => {
  const before = await clicks()
  const opened = visit.demo.requests.length
  const page = await openLetter(announce)
  const ofLink = () => visit.demo.requests.slice(opened).filter(({ url }) => url.endsWith(`/s/${brand.ada.code}`))
  await expect.poll(ofLink, SOON).toHaveLength(1)
  expect(ofLink()).toMatchObject([{ status: 503 }])
  expect([await clicks(), await page.context().cookies()]).toEqual([before, []])
  await page.getByRole('link').click()
  await page.waitForURL(url => url.origin === visit.demo.origins.shop && url.pathname === '/')
  expect(ofLink().map(({ status }) => status)).toEqual([503, 302])
  expect(await clicks()).toBe(before + 1)
  await page.context().close()
})
