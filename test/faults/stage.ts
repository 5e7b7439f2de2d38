import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { PersistentBrowser } from '../persistent-chromium.js'
import { FAULTS, type FaultName } from './faults.js'
import { countWrong, type Outcome } from './outcome.js'
import { arrival, type Batch, refused, stored, track, waiting, warmUp } from './page.js'
import type { Program, Site } from './program.js'
import { ASKING_INTERVAL_MS, until } from './until.js'

/** Where one cell of the matrix plays: a site, a browser, a fault, and what a situation may do there. */
export interface Stage {
  site: Site
  browser: PersistentBrowser
  /** The address of a page of the shop. */
  address(path?: string): string
  /** Opens a tab on the shop for somebody who is known there, and there is nothing that it has yet to fetch. `prepare` runs before anything is kept. */
  open(prepare?: (page: Page) => Promise<unknown>): Promise<Page>
  /** Opens a tab that does nothing by itself, as whoever comes back to the shop. */
  comeBack(): Promise<Page>
  /** Tracks events, numbered on from those before: by now, or in the moment the page is left. */
  track(
    page: Page,
    count: number,
    options?: Partial<Pick<Batch, 'by' | 'characters' | 'atUnload' | 'ownId'>>,
  ): Promise<void>
  /** From now on each event meets the fault. */
  strike(): Promise<void>
  /** Resolves when the fault has fired so often. */
  struck(times?: number): Promise<void>
  /** Resolves when every tracked event is in the page's database. */
  written(page: Page): Promise<void>
  /** Makes sure that what follows happens to events that wait. */
  expectWaiting(): Promise<void>
  /** Ends the fault. */
  mend(): Promise<void>
  /** Says that only now the events can be delivered: recovery is timed from here. */
  clear(): void
  /** Resolves with what became of the events, once nothing waits any more, or after a long time. */
  outcome(): Promise<Outcome>
  /** Closes the site's tabs. */
  leave(): Promise<void>
}

export interface StageOptions {
  program: Program
  browser: PersistentBrowser
  site: Site
  fault: FaultName
  /** False: the visitor has not consented, and nothing may be kept. */
  persists: boolean
  /** True: the host has asked for consent itself. Default: the program has. */
  hostAsks?: boolean | undefined
}

export function createStage({ program, browser, site, fault, persists, hostAsks }: StageOptions): Stage {
  const { proxy } = site
  let tracked = 0
  let refusedConnections = 0
  let clearedAt = 0

  const pages = () => browser.context.pages().filter(page => page.url().startsWith(site.shop))
  const recorded = () => program.recorded(site.name)
  const recordedNumbers = async () => new Set((await recorded()).map(({ number }) => number))
  const fired = () => proxy.fired + refusedConnections
  const clear = () => {
    clearedAt = performance.now()
  }
  const address = (path = '/') => {
    const query = new URLSearchParams({
      program: site.program,
      consent: !persists ? 'unset' : hostAsks ? 'granted' : 'program',
    })
    return `${site.shop}${path}?${query}`
  }

  async function arrive() {
    const page = await browser.context.newPage()
    page.on('requestfailed', request => {
      if (request.failure()?.errorText === 'net::ERR_CONNECTION_REFUSED') refusedConnections++
    })
    await page.goto(address())
    await arrival(page)
    return page
  }

  async function isQuiet() {
    if (proxy.busy) return false
    const left = await Promise.all(pages().map(waiting))
    return left.every(count => count === 0)
  }

  return {
    site,
    browser,
    address,
    async open(prepare) {
      const page = await arrive()
      await prepare?.(page)
      await warmUp(page)
      return page
    },
    async comeBack() {
      clear()
      return arrive()
    },
    async track(page, count, options) {
      await track(page, { site: site.name, first: tracked, count, ...options })
      tracked += count
    },
    strike() {
      clear()
      return proxy.strike(FAULTS[fault])
    },
    struck: (times = 1) => until('the fault fires', () => fired() >= times),
    written: page => until('all is written', async () => (await stored(page)) === tracked),
    async expectWaiting() {
      expect((await recordedNumbers()).size, 'events that need not wait').toBeLessThan(tracked)
    },
    async mend() {
      await proxy.mend()
      if (FAULTS[fault] !== 'pass') clear()
    },
    clear,
    async outcome() {
      const quiet = await until('nothing waits', isQuiet, ASKING_INTERVAL_MS).then(
        () => true,
        () => false,
      )
      const events = await recorded()
      const distinct = (await recordedNumbers()).size
      const refusals = (await Promise.all(pages().map(refused))).reduce((sum, count) => sum + count, 0)
      const recovered = proxy.answers.find(time => time > clearedAt) ?? clearedAt
      return {
        tracked,
        recorded: distinct,
        lost: tracked - distinct - refusals,
        doubled: events.length - distinct,
        wrong: countWrong(events),
        refused: refusals,
        requests: proxy.arrivals.length + refusedConnections,
        seconds: (recovered - clearedAt) / 1000,
        waits: !quiet,
      }
    },
    async leave() {
      await Promise.all(pages().map(page => page.close()))
    },
  }
}
