import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { proofOf } from '../proof.js'
import type { FaultName } from './faults.js'
import { fillIndexedDb, fillLocalStorage, storageError } from './full-storage.js'
import { goOffline } from './offline.js'
import { arrival, identify, logoutWithRecord, setClockBack, setConsent, stored, storePace, verify } from './page.js'
import type { Stage } from './stage.js'
import { until } from './until.js'

export interface Situation {
  play(stage: Stage): Promise<void>
  /** The browser it takes, where the one that all share would not do. */
  browser?: 'own' | 'without storage'
  /** Seconds that recovery may take. */
  within?(fault: FaultName): number
  /** Its site is one over plain http, where no `Secure` cookie is kept. */
  insecure?: boolean
  /** The host has asked for consent itself. */
  hostAsks?: boolean
  /** A proof of identity meets no fault. */
  sparesProofs?: boolean
  /** Why it may lose events: then how many is told, and no more. */
  mayLose?: string
}

/** An outage that is over before anybody could see to it, and what it may cost the platform. */
const HALF_A_MINUTE_MS = 30_000
const MINUTE_MS = 60_000
const THREE_DAYS_MS = 259_200_000
const MOST_REQUESTS = 6

/** A request that stalls is given up after half a minute, whether or not the platform is well again. */
const afterAnOutage = (fault: FaultName) => (fault === 'stalls' ? 45 : 15)

/** The tab is closed with what waits, on a page that may have been prepared for it, and the visitor comes back once all is well. */
const closed = (prepare?: (stage: Stage, page: Page) => Promise<unknown>): Situation => ({
  async play(stage) {
    const { open, comeBack, strike, track, struck, expectWaiting, mend } = stage
    const page = await open(async page => prepare?.(stage, page))
    await strike()
    await track(page, 5)
    await struck()
    await expectWaiting()
    await page.close()
    await mend()
    await comeBack()
  },
})

/** The browser is killed once the events of its page are in the database, and the visitor comes back once all is well. */
async function killOnceWritten(stage: Stage, page: Page, count: number) {
  const { browser, comeBack, strike, track, struck, written, expectWaiting, mend } = stage
  await strike()
  await track(page, count)
  await struck()
  await written(page)
  await expectWaiting()
  await browser.kill()
  await mend()
  await browser.restart()
  await comeBack()
}

/** What becomes of tabs and browsers meanwhile, in words that follow "while". */
export const SITUATIONS = {
  'the tab stays': {
    within: afterAnOutage,
    async play({ open, strike, track, struck, mend }) {
      const page = await open()
      await strike()
      await track(page, 5)
      await struck(2)
      await mend()
    },
  },
  'the tab stays for half a minute with 20 events': {
    within: afterAnOutage,
    async play({ site, open, strike, track, struck, mend }) {
      const page = await open()
      const end = performance.now() + HALF_A_MINUTE_MS
      await strike()
      await track(page, 20)
      await struck()
      await sleep(end - performance.now())
      await mend()
      // A machine that is late would count one more.
      expect(site.proxy.arrivals.filter(time => time < end).length).toBeLessThanOrEqual(MOST_REQUESTS)
    },
  },
  'one of two tabs is closed': {
    within: afterAnOutage,
    async play({ open, strike, track, struck, expectWaiting, mend }) {
      const first = await open()
      const second = await open()
      await strike()
      await track(first, 3)
      await struck()
      await track(second, 2)
      await expectWaiting()
      await first.close()
      await mend()
    },
  },
  'the tab is closed beside one that is idle': {
    within: () => 5,
    async play({ open, strike, track, struck, expectWaiting, mend }) {
      const page = await open()
      await open()
      await strike()
      await track(page, 5)
      await struck()
      await expectWaiting()
      await page.close()
      await mend()
    },
  },
  'the page is left for another': {
    async play({ address, open, strike, track, struck, expectWaiting, mend }) {
      const page = await open()
      await strike()
      await track(page, 5)
      await struck()
      await expectWaiting()
      await page.goto(address('/next'))
      await mend()
    },
  },
  'the tab is closed': closed(),
  'the renderer crashes': {
    async play({ browser, open, comeBack, strike, track, struck, expectWaiting, mend }) {
      const page = await open()
      await strike()
      await track(page, 5)
      await struck()
      await expectWaiting()
      const crash = new Promise(resolve => page.once('crash', resolve))
      const devtools = await browser.context.newCDPSession(page)
      // Nobody is left to answer this.
      devtools.send('Page.crash').catch(() => {})
      await crash
      await page.close()
      await mend()
      await comeBack()
    },
  },
  'the browser is killed once all is written': {
    browser: 'own',
    async play(stage) {
      // A visitor of an earlier session: a browser takes half a minute to write its cookies to the disk.
      await stage.open()
      await stage.browser.restart()
      await killOnceWritten(stage, await stage.open(), 5)
    },
  },
  'the browser is killed at once': {
    browser: 'own',
    mayLose: 'what the browser had not written by then',
    async play({ browser, open, comeBack, strike, track, expectWaiting, mend }) {
      await open()
      await browser.restart()
      const page = await open()
      await strike()
      await track(page, 5)
      await browser.kill()
      await expectWaiting()
      await mend()
      await browser.restart()
      await comeBack()
    },
  },
  'the tab is offline for a while': {
    within: fault => (fault === 'is well' ? 1 : afterAnOutage(fault)),
    async play({ site, browser, open, strike, track, struck, clear, mend }) {
      const page = await open()
      const goOnline = await goOffline(browser.context, page)
      await strike()
      await track(page, 5)
      expect(await page.evaluate(() => navigator.onLine)).toBe(false)
      expect(site.proxy.arrivals).toEqual([])
      clear()
      await goOnline()
      await struck()
      await mend()
    },
  },
  'the tab is closed offline': {
    async play({ site, browser, open, comeBack, strike, track, struck, mend }) {
      const page = await open()
      await goOffline(browser.context, page)
      await strike()
      await track(page, 5)
      expect(await page.evaluate(() => navigator.onLine)).toBe(false)
      expect(site.proxy.arrivals).toEqual([])
      await page.close()
      await comeBack()
      await struck()
      await mend()
    },
  },
  'the storage is full': {
    async play({ browser, open, strike, track, struck, mend }) {
      const page = await open(async page => {
        await fillLocalStorage(page)
        await fillIndexedDb(browser.context, page)
      })
      await strike()
      await track(page, 5)
      await struck(2)
      await mend()
    },
  },
  'the tab is closed with localStorage full': closed((_, page) => fillLocalStorage(page)),
  'the tab is closed with IndexedDB full': closed(({ browser }, page) => fillIndexedDb(browser.context, page)),
  'the storage is blocked': {
    browser: 'without storage',
    async play({ open, strike, track, struck, mend }) {
      const page = await open()
      expect(await storageError(page)).toBe('SecurityError')
      await strike()
      await track(page, 5)
      await struck(2)
      await mend()
    },
  },
  '160 kB are tracked as the tab is closed': {
    async play({ open, comeBack, strike, track, struck, mend }) {
      const page = await open()
      await track(page, 20, { characters: 8_000, atUnload: true })
      await strike()
      await page.close({ runBeforeUnload: true })
      await comeBack()
      await struck()
      await mend()
    },
  },
  'nobody knows the visitor yet': {
    async play({ comeBack, strike, track, struck, mend }) {
      const page = await comeBack()
      await strike()
      await track(page, 5)
      await struck(2)
      await mend()
    },
  },
  'the browser of a first visitor is killed': {
    browser: 'own',
    hostAsks: true,
    async play(stage) {
      // Its cookies are not on the disk yet: a browser takes half a minute for that.
      await killOnceWritten(stage, await stage.open(), 15)
    },
  },
  'the cookies are cleared': {
    hostAsks: true,
    async play({ site, browser, open, comeBack, strike, track, struck, expectWaiting, mend }) {
      const page = await open()
      await strike()
      await track(page, 5)
      await struck()
      await expectWaiting()
      await page.close()
      await browser.context.clearCookies({ domain: new RegExp(`\\b${site.name}\\.`) })
      await mend()
      await comeBack()
    },
  },
  'pages over plain http follow each other': {
    insecure: true,
    hostAsks: true,
    async play({ address, comeBack, strike, track, struck, mend }) {
      const page = await comeBack()
      await strike()
      await track(page, 5)
      for (let load = 1; load <= 4; load++) {
        await struck(load)
        await page.goto(address(`/${load}`))
      }
      await mend()
    },
  },
  'consent is withdrawn in another tab': {
    hostAsks: true,
    async play({ open, strike, track, struck, expectWaiting, mend }) {
      const page = await open()
      const other = await open()
      await strike()
      await track(page, 5)
      await struck()
      await expectWaiting()
      await setConsent(other, 'denied')
      await until('nothing is kept', async () => (await stored(page)) === 0)
      await other.close()
      await mend()
    },
  },
  'another person is proved': {
    hostAsks: true,
    sparesProofs: true,
    async play({ site, open, strike, track, struck, expectWaiting, mend }) {
      const [ann, bob] = ['ann', 'bob'].map(name => `${name}@${site.name}.example`) as [string, string]
      const page = await open()
      await identify(page, ann)
      await strike()
      await track(page, 5, { by: ann })
      await struck(3)
      await expectWaiting()
      await verify(page, await proofOf({ email: bob }))
      await track(page, 2, { by: bob })
      await mend()
    },
  },
  'the clock steps back a minute': {
    within: afterAnOutage,
    async play({ open, strike, track, struck, mend }) {
      const page = await open()
      await strike()
      await track(page, 3)
      await struck()
      expect(await setClockBack(page, MINUTE_MS)).toBeGreaterThan(MINUTE_MS - 5_000)
      await track(page, 2)
      await struck(2)
      await mend()
    },
  },
  'the stored pace is three days ahead': {
    within: afterAnOutage,
    async play({ address, open, strike, track, struck, mend }) {
      const page = await open()
      await storePace(page, THREE_DAYS_MS)
      await page.goto(address('/next'))
      await arrival(page)
      await strike()
      await track(page, 5)
      await struck(2)
      await mend()
    },
  },
  'the file of the outbox is blocked for a while': {
    async play({ comeBack, strike, track, struck, mend }) {
      const page = await comeBack()
      let blocked = 0
      // The second request of each attempt has a query.
      await page.route(/\/events\.js/, route => {
        blocked++
        return route.abort()
      })
      await strike()
      await track(page, 5)
      await until('the page has tried twice to load the file', () => blocked > 2)
      await page.unrouteAll()
      await struck(2)
      await mend()
    },
  },
  'two tabs with a consumer each use one own id': {
    insecure: true,
    hostAsks: true,
    async play({ site, open, strike, track, struck, mend }) {
      const people = ['ann', 'bob'].map(name => `${name}@${site.name}.example`)
      const pages: Page[] = []
      for (const email of people) {
        const page = await open()
        await identify(page, email)
        pages.push(page)
      }
      await strike()
      for (const [index, by] of people.entries()) await track(pages[index]!, 3, { by, ownId: 'order' })
      await struck(2)
      await mend()
    },
  },
  'twenty tabs track at once': {
    async play({ open, strike, track, struck, mend }) {
      const pages: Page[] = []
      for (let tab = 0; tab < 20; tab++) pages.push(await open())
      await strike()
      for (const page of pages) await track(page, 2)
      await struck(5)
      await mend()
    },
  },
  'the record of a logout stays': {
    hostAsks: true,
    async play({ site, address, open, strike, track, struck, mend }) {
      const [ann, bob] = ['ann', 'bob'].map(name => `${name}@${site.name}.example`) as [string, string]
      const page = await open()
      await identify(page, ann)
      await strike()
      expect(await logoutWithRecord(page)).toBe(1)
      await mend()
      await page.goto(address('/next'))
      await arrival(page)
      await identify(page, bob)
      await strike()
      await track(page, 5, { by: bob })
      await struck(2)
      await mend()
    },
  },
} satisfies Record<string, Situation>

export type SituationName = keyof typeof SITUATIONS
