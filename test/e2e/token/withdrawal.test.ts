import { randomUUID } from 'node:crypto'
import type { BrowserContext, Page, Request } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { proofOf } from '../../proof.js'
import { openBarePage } from '../bare-page.js'
import { useDemo } from '../demo.js'
import { type HostPage, openHostPage } from './host-page.js'

const visit = useDemo({ https: true })

const GRANTED = { options: `{ consent: 'granted' }` }
const DENIED = { options: `{ consent: 'denied' }` }

/** No event gets to the platform. */
const holdEvents = (context: BrowserContext) => context.route(/\/events$/, route => route.abort())

const track = (page: Page, email: string, id: string = randomUUID()) =>
  page.evaluate(({ email, id }) => void Reflect.get(globalThis, 'rewards').track('purchase', { email }, { id }), {
    email,
    id,
  })

/** All that the host's site has on the device, save cookies. */
const stored = (page: Page) =>
  page.evaluate(async () => {
    const texts = [localStorage, sessionStorage].flatMap(Object.entries).map(pair => pair.join('='))
    for (const { name } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(name!)
        request.onsuccess = () => resolve(request.result)
        request.onerror = reject
      })
      for (const store of database.objectStoreNames) {
        const request = database.transaction(store).objectStore(store).getAll()
        texts.push(JSON.stringify(await new Promise(resolve => (request.onsuccess = () => resolve(request.result)))))
      }
      database.close()
    }
    return texts.join('\n')
  })

const copies = async (context: BrowserContext) =>
  (await context.cookies()).map(({ name }) => name).filter(name => name.includes('page_token'))

describe('a consumer who withdraws consent', () => {
  const email = 'ann@example.com'

  async function openWithWaitingEvent() {
    const visitor = await visit.newVisitor()
    const { page, context } = visitor
    const host = await openHostPage(page, visit.demo, GRANTED)
    await host.call('zone', 'share_experience')
    await holdEvents(context)
    await track(page, email)
    await expect.poll(() => stored(page)).toContain(email)
    // Out of the journal, and in the database.
    await expect
      .poll(() => page.evaluate(() => Object.keys(localStorage).filter(key => key.includes('|1|'))))
      .toEqual([])
    return { ...visitor, host }
  }

  test('and leaves at once has no data left on the next page', async () => {
    const { page } = await openWithWaitingEvent()
    await page.evaluate(() => {
      Reflect.get(globalThis, 'rewards').setConsent('denied')
      location.href = 'about:blank'
    })
    await page.waitForURL('about:blank')
    await openHostPage(page, visit.demo, DENIED)
    await expect.poll(() => stored(page)).toBe('')
  })

  test('has none of the widgets’ data left', async () => {
    const { page, host } = await openWithWaitingEvent()
    await page.evaluate(() => {
      localStorage.setItem('rewards-zone share_experience', '300 200px')
      localStorage.setItem('rewards:dismissed:overlay', 'owner-of-ann|campaign|gone')
    })
    await host.call('setConsent', 'denied')
    await expect.poll(() => stored(page)).toBe('')
  })

  test('has no data left if the code of the outbox cannot be loaded', async () => {
    const { page, context } = await openWithWaitingEvent()
    const blocked: string[] = []
    await page.route(/\/rewards-[^/]+\/\w+\/events\.js$/, route => {
      blocked.push(route.request().url())
      return route.abort()
    })
    await openBarePage(page, visit.demo, { attributes: 'data-consent="denied"' })
    await expect.poll(() => stored(page)).toBe('')
    expect(await copies(context)).toEqual([])
    expect(blocked.length).toBeGreaterThan(0)
  })
})

describe('consent that is withdrawn while a call is under way', () => {
  /** Withdraws consent once such a request is on its way. */
  const withdrawDuring = ({ page, call }: HostPage, isMeant: (request: Request) => boolean) =>
    page.route(/share\.brand\.localhost/, async route => {
      if (isMeant(route.request())) await call('setConsent', 'denied')
      await route.fallback()
    })

  test('leaves a person who is being verified in memory only', async () => {
    const { page, context } = await visit.newVisitor()
    const host = await openHostPage(page, visit.demo, GRANTED)
    await host.call('zone', 'share_experience')
    await withdrawDuring(host, request => 'x-svc-jwt' in request.headers())
    const email = `${randomUUID()}@example.com`
    expect(await host.call('verify', await proofOf({ email }))).toMatchObject({ level: 'verified' })
    expect(await host.call('profile.get')).toMatchObject({ email })
    expect(await copies(context)).toEqual([])
    expect(await stored(page)).toBe('')
    expect((await host.told()).errors).toEqual([])
  })

  test('ends no upload, and the program learns of it', async () => {
    const { page, context } = await visit.newVisitor()
    const host = await openHostPage(page, visit.demo, GRANTED)
    const email = `${randomUUID()}@example.com`
    await host.call('verify', await proofOf({ email }))
    await withdrawDuring(host, request => request.method() === 'POST' && request.url().endsWith('/me/assets'))
    await page.evaluate(() => {
      const file = new File(['text'], 'notes.txt', { type: 'text/plain' })
      return Reflect.get(globalThis, 'rewards').assets.create(file)
    })
    expect(await host.call('assets.list')).toMatchObject([{ filename: 'notes.txt' }])
    await expect.poll(() => host.call('profile.get')).toMatchObject({ email, cookie_consent: 'denied' })
    expect(await copies(context)).toEqual([])
    expect(await stored(page)).toBe('')
    expect((await host.told()).errors).toEqual([])
  })
})

describe('another tab', () => {
  test('learns that consent was denied, stores nothing more, and loses nothing of its own', async () => {
    const { page, context } = await visit.newVisitor()
    const one = await openHostPage(page, visit.demo, GRANTED)
    await one.call('zone', 'share_experience')
    const other = await openHostPage(await context.newPage(), visit.demo, GRANTED)
    await other.call('zone', 'share_experience')
    await holdEvents(context)
    const id = randomUUID()
    await track(other.page, 'ann@example.com', id)
    await expect.poll(() => stored(other.page)).toContain(id)

    await one.call('setConsent', 'denied')
    await expect.poll(() => stored(other.page)).toBe('')
    await expect.poll(() => copies(context)).toEqual([])
    await other.call('zone', 'share_experience')
    await track(other.page, 'ann@example.com')
    expect(await copies(context)).toEqual([])
    expect(await stored(other.page)).toBe('')

    await page.close()
    await context.unroute(/\/events$/)
    await other.call('flush')
    const recorded = () =>
      visit.demo.platform.db.query('select event_name from events where partner_event_id = $1', [id])
    await expect.poll(recorded).toHaveLength(1)
  })

  test('learns it from a page that denies from the start', async () => {
    const { page, context } = await visit.newVisitor()
    const one = await openHostPage(page, visit.demo, GRANTED)
    await one.call('zone', 'share_experience')
    await openHostPage(await context.newPage(), visit.demo, DENIED)
    await expect.poll(() => copies(context)).toEqual([])
    await one.call('zone', 'share_experience')
    expect(await copies(context)).toEqual([])
  })

  test('learns that consent was granted, and both have one consumer', async () => {
    const { page, context } = await visit.newVisitor()
    const options = { options: `{ consent: 'unset' }` }
    const one = await openHostPage(page, visit.demo, options)
    await one.call('zone', 'share_experience')
    const other = await openHostPage(await context.newPage(), visit.demo, options)
    await other.call('zone', 'share_experience')
    await one.call('setConsent', 'granted')
    await expect.poll(() => copies(context)).toHaveLength(1)
    const idOf = async (host: typeof one) => (await host.call<{ id: string }>('profile.get')).id
    await expect.poll(() => idOf(other)).toBe(await idOf(one))
  })
})
