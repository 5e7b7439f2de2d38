import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { SOON } from '../../soon.js'
import { useDemo } from '../demo.js'
import { openRuntime, openShop, receipts, recorded, some, stored, track } from './outbox-page.js'

const visit = useDemo()

/** Another site's page: nothing of ours runs there. */
const ELSEWHERE = 'data:text/html,<title>Elsewhere</title>'

describe.each(['cookie', 'header'])('a page that is left (%s)', carrier => {
  test('sends its waiting events, and the next page sends none twice', async () => {
    const { context } = await visit.newVisitor()
    const page = await openShop(context, visit, `data-carrier="${carrier}"`)
    // A browser asks before it sends a header to another origin; on the way out it no longer can, but remembers the answer.
    await page.evaluate(() => Reflect.get(globalThis, 'rewards').track('product_viewed'))
    const ids = some(6)
    await page.evaluate(
      ({ ids, elsewhere }) => {
        for (const id of ids) Reflect.get(globalThis, 'rewards').track('purchase', {}, { id })
        location.href = elsewhere
      },
      { ids, elsewhere: `${visit.demo.origins.program}/verify/none` },
    )
    await expect.poll(() => recorded(visit, ids), SOON).toEqual(ids)
    const next = await openShop(context, visit, `data-carrier="${carrier}"`)
    await expect.poll(() => stored(next), SOON).not.toContain(ids[0])
    expect(await recorded(visit, ids)).toEqual(ids)
  })
})

describe('a page that is left', () => {
  test('leaves the events after an identification to the next page, because they could be recorded for another person', async () => {
    const { context } = await visit.newVisitor()
    const page = await openShop(context, visit)
    const identify = (page: Page) =>
      page.evaluate(
        email => Reflect.get(globalThis, 'rewards').identify({ email }) as Promise<unknown>,
        `${randomUUID()}@example.com`,
      )
    await identify(page)
    const [id] = some(1)
    await page.evaluate(
      ({ id, email, elsewhere }) => {
        const rewards = Reflect.get(globalThis, 'rewards')
        rewards.identify({ email })
        rewards.track('purchase', {}, { id })
        location.href = elsewhere
      },
      { id, email: `${randomUUID()}@example.com`, elsewhere: `${visit.demo.origins.program}/verify/none` },
    )
    await page.waitForURL(/verify/)
    // No zone is fetched here: the event that waits names another person, and ends the calls of the one before.
    const next = await openRuntime(context, visit)
    await expect.poll(() => recorded(visit, [id!]), SOON).toEqual([id])
    const now = await next.evaluate(() => Reflect.get(globalThis, 'rewards').profile.get() as Promise<{ id: string }>)
    const whose = 'select person_id from events where partner_event_id = $1'
    expect(await visit.demo.platform.db.query(whose, [id])).toEqual([{ person_id: now.id }])
  })

  test('leaves its unsent events to the next page', async () => {
    const { context } = await visit.newVisitor()
    const page = await openShop(context, visit)
    await context.route(/\/events$/, route => route.abort())
    const ids = some(12)
    await track(page, ...ids)
    await page.goto(ELSEWHERE)
    await context.unroute(/\/events$/)
    const next = await openShop(context, visit)
    await expect.poll(() => recorded(visit, ids), SOON).toEqual(ids)
    await expect.poll(async () => (await receipts(next)).sort(), SOON).toEqual(ids)
  })
})

test('sends its waiting events by beacon in a browser without keepalive', async () => {
  const { context } = await visit.newVisitor()
  // As Firefox was before 133; what is under way there ends with the page.
  await context.addInitScript(() => {
    Reflect.deleteProperty(Request.prototype, 'keepalive')
    const { fetch } = globalThis
    globalThis.fetch = (input, init) => {
      if (!/\/events$/.test(String(input))) return fetch(input, init)
      Reflect.set(globalThis, 'underWay', true)
      return new Promise(() => {})
    }
  })
  const page = await openShop(context, visit, 'data-carrier="cookie"')
  const ids = some(6)
  await track(page, ...ids)
  // Before the code that delivers has arrived, what is tracked can only be kept for the next page.
  await page.waitForFunction(() => Reflect.get(globalThis, 'underWay'))
  await page.goto(ELSEWHERE)
  await expect.poll(() => recorded(visit, ids), SOON).toEqual(ids)
})

test('a hundred events of one task are stored, though a page, or a frame that its parent removes, is left in that task', async () => {
  const { context } = await visit.newVisitor()
  const { shop, program } = visit.demo.origins
  const script = `<script src="${program}/rewards.js" data-consent="granted"></script>`
  const pages = { '/framed': script, '/framing': `${script}<iframe src="/framed"></iframe>` }
  for (const [path, body] of Object.entries(pages))
    await context.route(shop + path, route => route.fulfill({ contentType: 'text/html', body }))
  await context.route(/\/events$/, route => route.abort())
  const page = await context.newPage()
  await page.goto(`${shop}/framing`)
  const ids = some(300)
  await page.evaluate(ids => {
    const track = (page: typeof globalThis, from: number) => {
      for (const id of ids.slice(from, from + 100)) Reflect.get(page, 'rewards').track('purchase', {}, { id })
    }
    const frame = document.querySelector('iframe')!
    const framed = frame.contentWindow as unknown as typeof globalThis
    framed.addEventListener('pagehide', () => track(framed, 100))
    track(framed, 0)
    frame.remove()
    track(globalThis, 200)
    location.href = '/no-such-page'
  }, ids)
  await page.waitForURL(/no-such-page/)
  const text = await stored(page)
  expect(ids.filter(id => !text.includes(id))).toEqual([])
})

describe('a tab that crashes', () => {
  test('has its events delivered by another open tab within seconds', async () => {
    const { context } = await visit.newVisitor()
    const other = await openShop(context, visit)
    const page = await openShop(context, visit)
    let release = () => {}
    const held = new Promise<void>(resolve => {
      release = resolve
    })
    await page.route(/\/events$/, async route => {
      await held
      await route.abort().catch(() => {})
    })
    const ids = some(5)
    await track(page, ...ids)
    await expect.poll(() => stored(other)).toContain(ids[4])
    expect(await recorded(visit, ids)).toEqual([])
    const crashed = page.waitForEvent('crash')
    page.goto('chrome://crash').catch(() => {})
    await crashed
    await expect.poll(() => recorded(visit, ids), SOON).toEqual(ids)
    await expect.poll(async () => (await receipts(other)).sort()).toEqual(ids)
    release()
  })
})
