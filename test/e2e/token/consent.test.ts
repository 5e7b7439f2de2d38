import type { Page } from 'playwright-core'
import { afterEach, describe, expect, test } from 'vitest'
import { pageCookie } from '../../page-cookie.js'
import { SOON } from '../../soon.js'
import { openBarePage } from '../bare-page.js'
import { useDemo } from '../demo.js'
import { type HostPage, openHostPage } from './host-page.js'

const visit = useDemo({ https: true })

const pageCopy = () => pageCookie(visit.demo.origins.program)

/** What the program asks its consumers; null: nothing. */
const programAsks = (consent: string | null) =>
  visit.demo.platform.db.query('update clients set cookie_consent = $1', [consent])
afterEach(() => programAsks(null))

/** Writes down every cookie that the page writes. */
const WATCH = `window.written = []
  const { get, set } = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie')
  Object.defineProperty(document, 'cookie', { get: () => get.call(document), set(text) { written.push(text); set.call(document, text) } })`

const written = (page: Page) => page.evaluate(() => Reflect.get(globalThis, 'written') as string[])
const PROBES = expect.stringMatching(/^_=; /)

async function openWith(consent: string, before = WATCH) {
  const visitor = await visit.newVisitor()
  const host = await openHostPage(visitor.page, visit.demo, { options: `{ consent: '${consent}' }`, before })
  const names = async () => (await visitor.context.cookies()).map(({ name }) => name).sort()
  return { ...visitor, host, names }
}

const idOf = async (host: HostPage) => (await host.call<{ id: string }>('profile.get')).id
const cookiesSent = (start: number) => visit.demo.requests.slice(start).filter(({ headers }) => headers.has('cookie'))

describe('the consent of the program', () => {
  test.each([null, 'granted'])('is %s: the token is stored', async consent => {
    await programAsks(consent)
    const { page, host, names } = await openWith('program')
    await host.call('zone', 'share_experience')
    expect(await names()).toEqual([pageCopy(), 'svc_token'])
    const id = await idOf(host)
    await page.reload()
    await page.waitForFunction(() => 'rewards' in globalThis)
    expect(await idOf(host)).toBe(id)
  })

  test.each([
    'denied',
    'unset',
  ])('is %s: nothing is stored, and the consumer stays the same until the page is left', async consent => {
    await programAsks(consent)
    const { page, host, names } = await openWith('program')
    await host.call('zone', 'share_experience')
    const id = await idOf(host)
    await host.call('track', 'product_viewed')
    expect(await idOf(host)).toBe(id)
    expect(await names()).toEqual([])
    // Whether the two are one site was asked of the browser, by a cookie without a value that was gone at once.
    for (const cookie of await written(page)) expect(cookie).toEqual(PROBES)
    expect(await page.evaluate(() => [localStorage.length, document.cookie])).toEqual([0, ''])
  })

  test('changes: the stored data is deleted with the next answer', async () => {
    const { host, names } = await openWith('program')
    await host.call('zone', 'share_experience')
    const id = await idOf(host)
    await programAsks('denied')
    await host.call('zone', 'share_experience')
    expect(await names()).toEqual([])
    expect(await idOf(host)).toBe(id)
  })
})

describe('the consent of the page', () => {
  test.each([
    'unset',
    'denied',
  ])('is %s: nothing is stored, not even a test cookie, and no cookie is sent', async consent => {
    const { page, host, names } = await openWith(consent)
    const start = visit.demo.requests.length
    await host.call('zone', 'share_experience')
    const id = await idOf(host)
    await host.call('track', 'product_viewed')
    expect(await idOf(host)).toBe(id)
    expect(await names()).toEqual([])
    expect(await written(page)).toEqual([])
    expect(cookiesSent(start)).toEqual([])
    const stored = await page.evaluate(async () => [localStorage.length, (await indexedDB.databases()).length])
    expect(stored).toEqual([0, 0])
  })

  test('is unset: a logout creates no database', async () => {
    const { page, host } = await openWith('unset')
    await host.call('track', 'product_viewed')
    await host.call('logout')
    expect(await page.evaluate(() => indexedDB.databases())).toEqual([])
  })

  test('is granted after a time of unset: the data in memory is stored', async () => {
    const { page, host, names } = await openWith('unset')
    await host.call('zone', 'share_experience')
    const id = await idOf(host)
    const kept = await page.evaluate(() => {
      Reflect.get(globalThis, 'rewards').setConsent('granted')
      return document.cookie
    })
    expect(kept).toMatch(/^__Host-svc_page_token\.\S+=\S+$/)
    expect(await idOf(host)).toBe(id)
    await openHostPage(page, visit.demo, { options: `{ consent: 'granted' }` })
    expect(await idOf(host)).toBe(id)
    expect(await names()).toContain(pageCopy())
  })

  test('is denied after granted: everything is deleted at once, no cookie is sent, and the consumer stays until the page is left', async () => {
    const { page, host } = await openWith('granted')
    await host.call('zone', 'share_experience')
    const id = await idOf(host)
    await page.route(/\/events$/, route => route.abort())
    await page.evaluate(() => void Reflect.get(globalThis, 'rewards').track('purchase', {}, { id: 'kept-no-longer' }))
    await expect.poll(() => kept(page)).toContain('kept-no-longer')

    const left = await page.evaluate(() => {
      Reflect.get(globalThis, 'rewards').setConsent('denied')
      return document.cookie
    })
    expect(left).toBe('')
    await expect.poll(() => kept(page)).not.toContain('kept-no-longer')
    const start = visit.demo.requests.length
    await page.unroute(/\/events$/)
    await host.call('flush')
    expect(await idOf(host)).toBe(id)
    await host.call('zone', 'share_experience')
    expect(await idOf(host)).toBe(id)
    // The flush may have met an attempt that was still under way: then the next one delivers the event.
    const events = () =>
      visit.demo.platform.db.query(`select person_id from events where partner_event_id = 'kept-no-longer'`)
    await expect.poll(events, SOON).toEqual([{ person_id: id }])
    expect(cookiesSent(start)).toEqual([])
  })

  test('is denied from the start: the data of earlier pages is deleted', async () => {
    const { page, host, context } = await openWith('granted')
    await host.call('zone', 'share_experience')
    const start = visit.demo.requests.length
    const next = await openHostPage(page, visit.demo, { options: `{ consent: 'denied' }` })
    expect((await context.cookies()).map(({ name }) => name)).toEqual(['svc_token'])
    await next.call('zone', 'share_experience')
    expect(cookiesSent(start)).toEqual([])
    expect((await next.told()).errors).toEqual([])
  })
})

/** A consent platform as a page has it: how it is there, and what happens when the person answers. */
const SOURCES: Record<string, { before: string; yes: string; no: string }> = {
  tcf: {
    before: `window.__tcfapi = (command, version, listener) => { window.answer = consent => listener({ eventStatus: 'useractioncomplete', gdprApplies: true, purpose: { consents: { 1: consent } } }, true); listener({ eventStatus: 'cmpuishown', gdprApplies: true }, true) }`,
    yes: 'answer(true)',
    no: 'answer(false)',
  },
  gpp: {
    before: `window.__gpp = (command, listener) => { window.answer = optOut => listener({ pingData: { signalStatus: 'ready', parsedSections: { usnat: [{ SaleOptOut: optOut }] } } }, true); listener({ pingData: { signalStatus: 'not ready' } }, true) }`,
    yes: 'answer(2)',
    no: 'answer(1)',
  },
  gcm: {
    before: `window.dataLayer = []; window.gtag = function () { dataLayer.push(arguments) }; gtag('js', new Date())`,
    yes: `gtag('consent', 'update', { ad_storage: 'granted' })`,
    no: `gtag('consent', 'update', { ad_storage: 'denied' })`,
  },
}

describe('the consent of a consent platform', () => {
  test.each(
    Object.entries(SOURCES),
  )('%s: nothing is stored before the person has answered, and then their answer counts', async (name, source) => {
    const { page, host, names, complaints } = await openWith(name, `${WATCH}; ${source.before}`)
    await host.call('zone', 'share_experience')
    const id = await idOf(host)
    expect(await names()).toEqual([])
    await page.evaluate(source.yes)
    await expect.poll(names).toEqual([pageCopy()])
    await page.evaluate(source.no)
    await expect.poll(names).toEqual([])
    expect(await idOf(host)).toBe(id)
    expect(complaints).toEqual([])
  })

  test('gcm: a page that denies by default before the stored answer arrives keeps its consumer', async () => {
    const { page, context } = await visit.newVisitor()
    const answered = `${SOURCES.gcm!.before}; gtag('consent', 'default', { ad_storage: 'denied' });
      gtag('consent', 'update', { ad_storage: 'granted' })`
    const options = `{ consent: 'gcm', carrier: 'header' }`
    const first = await openHostPage(page, visit.demo, { options, before: answered })
    await first.call('identify', { email: `${crypto.randomUUID()}@example.com` })
    await expect.poll(async () => (await context.cookies()).length).toBe(1)
    const id = await idOf(first)
    const next = await openHostPage(page, visit.demo, { options, before: answered })
    // What was kept may be read now, and the page is told who is here.
    await expect.poll(async () => (await next.told()).levels).toEqual(['identified'])
    expect(await idOf(next)).toBe(id)
  })

  test.each([true, false])('with a Global Privacy Control of %s', async refused => {
    const control = `Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { value: ${refused} })`
    const { host, names } = await openWith('gpc', control)
    await host.call('zone', 'share_experience')
    if (refused) expect(await names()).toEqual([])
    else await expect.poll(names).toContain(pageCopy())
  })

  test('is also read by the script tag, which loads the code of that source once, and no other', async () => {
    const { page, context, complaints } = await visit.newVisitor()
    const start = visit.demo.requests.length
    const { before, yes } = SOURCES.tcf!
    await openBarePage(page, visit.demo, { attributes: 'data-consent="tcf"', before })
    await page.waitForFunction(() => 'answer' in globalThis)
    await page.evaluate(() => Reflect.get(globalThis, 'rewards').zone('share_experience'))
    expect(await context.cookies()).toEqual([])
    await page.evaluate(yes)
    await expect.poll(async () => (await context.cookies()).map(({ name }) => name)).toEqual([pageCopy()])
    const files = visit.demo.requests
      .slice(start)
      .map(({ url }) => /rewards-[^/]+\/\w+\/(tcf|gpp|gcm|gpc)\.js$/.exec(url)?.[1])
    expect(files.filter(name => name)).toEqual(['tcf'])
    expect(complaints).toEqual([])
  })
})

/** All that the page keeps of events. */
const kept = (page: Page) =>
  page.evaluate(async () => {
    const texts = Object.values(localStorage)
    for (const { name } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>(resolve => {
        const request = indexedDB.open(name!)
        request.onsuccess = () => resolve(request.result)
      })
      for (const store of database.objectStoreNames) {
        const request = database.transaction(store).objectStore(store).getAll()
        texts.push(JSON.stringify(await new Promise(resolve => (request.onsuccess = () => resolve(request.result)))))
      }
      database.close()
    }
    return texts.join('\n')
  })
