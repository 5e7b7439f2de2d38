import { expect, test } from 'vitest'
import { type Site, serve } from '../../demo/platform/serve.js'
import { examineInBrowser } from '../../doctor/browser.js'
import { ARGUMENTS, CHROMIUM } from '../chromium.js'
import { useDemo } from './demo.js'

const visit = useDemo()
process.env.CHROMIUM ??= CHROMIUM

const examine = (page: string) => examineInBrowser(page, visit.demo.origins.program, ARGUMENTS)

test('the doctor opens the shop in Chromium, and sees its zones', async () => {
  expect(await examine(visit.demo.origins.shop)).toEqual([
    { check: 'browser', status: 'pass', message: 'The zone share_experience is shown' },
    { check: 'browser', status: 'pass', message: 'The zone home_hero is shown' },
    { check: 'browser', status: 'pass', message: 'The zone rewards_panel is shown' },
    { check: 'browser', status: 'pass', message: expect.stringMatching(/^The page has a runtime/) },
  ])
})

test('a page that the browser cannot open is a finding, so that the rest of the report is kept', async () => {
  expect(await examine('http://closed.brand.localhost:1/')).toEqual([
    { check: 'browser', status: 'fail', message: expect.stringContaining('ERR_'), fix: expect.any(String) },
  ])
})

test('the doctor shows what the console of a page says', async () => {
  const html = `<!doctype html><script async src="${visit.demo.origins.program}/rewards.js"></script><rewards-zone name="share_experience"></rewards-zone>`
  const blog: Site = async () => new Response(html, { headers: { 'content-type': 'text/html' } })
  const listener = await serve({ port: 0, sites: new Map([['blog.brand.localhost', blog]]) })
  try {
    const findings = await examine(`http://blog.brand.localhost:${listener.port}/`)
    expect(findings).toContainEqual({
      check: 'browser',
      status: 'warn',
      message: expect.stringMatching(/^\[rewards\] origin_not_allowed: /),
      fix: expect.any(String),
    })
  } finally {
    await listener.close()
  }
})
