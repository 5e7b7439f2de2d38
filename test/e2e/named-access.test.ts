import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { pageCookie } from '../page-cookie.js'
import { SOON } from '../soon.js'
import { heard, LISTEN, openBarePage } from './bare-page.js'
import { useDemo } from './demo.js'

const visit = useDemo()

/** Markup that puts elements or windows at names of `window` or `document`. */
const MARKUP = [
  '<a id="rewards"></a><a id="rewards" name="push"></a>',
  '<form id="rewards"><input name="push"><input name="zone"></form>',
  '<iframe name="webkit"></iframe>',
  '<iframe name="rewardsNative"></iframe><iframe name="ReactNativeWebView"></iframe>',
  '<form id="webkit"><input name="messageHandlers"></form>',
  '<form id="webkit" name="messageHandlers"></form><form id="webkit"></form>',
  '<object name="createElement"></object><embed name="querySelector">',
  '<form name="body"><input name="append"></form><form name="cookie"></form>',
  '<img name="constructor"><img name="hasOwnProperty"><img name="__proto__"><a id="then"></a>',
  '<img name="defaultView"><img name="activeElement"><img name="readyState"><img name="referrer">',
  '<a id="__tcfapi"></a><a id="__gpp"></a><a id="dataLayer"></a><a id="gtag"></a>',
]

test('a page with images named like every member of the document delivers its events, shows its zones and keeps its token', async () => {
  const id = randomUUID()
  const { page, context, complaints } = await visit.newVisitor()
  await openBarePage(page, visit.demo, {
    // The images are there before the script: this one runs while the page is parsed.
    before: `${LISTEN} rewards.push(['track', 'queued', {}, { id: '${id}' }])
      const { body } = document, names = new Set()
      for (let each = document; each; each = Object.getPrototypeOf(each))
        for (const name of Object.getOwnPropertyNames(each)) names.add(name)
      for (const name of names) body.append(Object.assign(new Image(), { name }))`,
    body: '<rewards-zone name="share_experience"></rewards-zone>',
  })
  const tracked = () => visit.demo.platform.db.query('select 1 from events where partner_event_id = $1', [id])
  await expect.poll(tracked, SOON).toHaveLength(1)
  // Playwright's own selectors read the document, too.
  const isDrawn = () =>
    page.evaluate(() => {
      const zone = Document.prototype.querySelector.call(document, 'rewards-zone') as Element
      return Boolean(zone.shadowRoot?.querySelector('[part~=card]:not([part~=skeleton])'))
    })
  await expect.poll(isDrawn, SOON).toBe(true)
  const cookies = async () => (await context.cookies()).map(({ name }) => name)
  await expect.poll(cookies, SOON).toContain(pageCookie(visit.demo.origins.program))
  expect(await heard(page)).toEqual([])
  expect(complaints).toEqual([])
})

test.each([
  'before',
  'after',
])('a page with other elements of these names %s the script delivers its events and shows its zones', async place => {
  const id = randomUUID()
  const { page, complaints } = await visit.newVisitor()
  const markup = MARKUP.join('')
  const zone = '<rewards-zone name="share_experience"></rewards-zone>'
  await openBarePage(page, visit.demo, {
    before: `${LISTEN} rewards.push(['track', 'queued', {}, { id: '${id}' }])`,
    ...(place === 'before' ? { ahead: markup, body: zone } : { body: zone + markup }),
  })
  const tracked = () => visit.demo.platform.db.query('select 1 from events where partner_event_id = $1', [id])
  await expect.poll(tracked, SOON).toHaveLength(1)
  await expect.poll(() => page.locator('rewards-zone [part~=card]:not([part~=skeleton])').count(), SOON).toBe(1)
  expect(await heard(page)).toEqual([])
  expect(complaints).toEqual([])
})
