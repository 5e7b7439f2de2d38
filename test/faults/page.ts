import type { Page } from 'playwright-core'
import type { Rewards } from '../../src/index.js'
import { EVENT } from './program.js'

/** What a page of the shop knows of its own events. */
interface ShopWindow {
  rewards: Rewards
  /** Tracked, and not settled yet. */
  pending?: number
  refused?: number
}

declare const window: ShopWindow & Window

export interface Batch {
  site: string
  /** Numbers of the events, from this one on. */
  first: number
  count: number
  /** Who does it: the address of a person; default: nobody in particular. */
  by?: string
  /** Of each event, beside the rest of it. */
  characters?: number
  /** In the moment the page is left, by its own `pagehide` listener. */
  atUnload?: boolean
  /** What the host's own ids of the events begin with; default: they have none. */
  ownId?: string
}

/** Resolves when the SDK has arrived. */
export const arrival = (page: Page) => page.waitForFunction(() => typeof window.rewards.track === 'function')

/** After it the page holds a token, knows the program's consent, and has fetched what events need. */
export const warmUp = (page: Page) => page.evaluate(async () => void (await window.rewards.track('visit')))

/** From now on the page's consumer is somebody who has told their address, or proved it. */
export const identify = (page: Page, email: string) =>
  page.evaluate(async email => void (await window.rewards.identify({ email })), email)
export const verify = (page: Page, jwt: string) =>
  page.evaluate(async jwt => void (await window.rewards.verify(jwt)), jwt)

/** Tells the page what its consumer allows. */
export const setConsent = (page: Page, state: 'granted' | 'denied') =>
  page.evaluate(state => window.rewards.setConsent(state), state)

/** Tracks an event that its person's logout ends, and logs them out. The record of the logout stays, though nothing of the login is left. */
export const logoutWithRecord = (page: Page) =>
  page.evaluate(async () => {
    const { removeItem } = Storage.prototype
    Storage.prototype.removeItem = function (key) {
      if (!key.includes(':logged-out|')) removeItem.call(this, key)
    }
    window.rewards.track('ended_by_logout').catch(() => {})
    await window.rewards.logout()
    Storage.prototype.removeItem = removeItem
    return Object.keys(localStorage).filter(key => key.includes(':logged-out|')).length
  })

/** From now on the clock of the device is behind by so much, for this page. Resolves with how far it has stepped back. */
export const setClockBack = (page: Page, ms: number) =>
  page.evaluate(ms => {
    const { now } = Date
    const before = now()
    Date.now = () => now() - ms
    return before - Date.now()
  }, ms)

/** Stores that the outbox must wait, as a page does whose clock is ahead by so much. */
export const storePace = (page: Page, ms: number) =>
  page.evaluate(ms => {
    const key = Object.keys(localStorage).find(key => key.endsWith(':pace|1'))!
    localStorage.setItem(key, JSON.stringify([Date.now() + ms, 9, ms, ms, ms, 1]))
  }, ms)

/** Tracks events, and waits for none of them. */
export const track = (page: Page, batch: Batch) =>
  page.evaluate(
    ({ name, site, first, count, by = 'visitor', characters = 0, atUnload = false, ownId }) => {
      const settled = () => {
        window.pending!--
      }
      const trackAll = () => {
        for (let number = first; number < first + count; number++) {
          window.pending = (window.pending ?? 0) + 1
          const options = ownId ? { id: `${ownId}-${number - first}` } : {}
          const data = { site, number, by, ballast: '-'.repeat(characters) }
          window.rewards.track(name, data, options).then(settled, error => {
            settled()
            // The platform has answered, and will not have it.
            if (error.status >= 400 && error.status < 500) window.refused = (window.refused ?? 0) + 1
          })
        }
      }
      if (atUnload) window.addEventListener('pagehide', trackAll)
      else trackAll()
    },
    { name: EVENT, ...batch },
  )

/** Events of this page that the platform has refused. */
export const refused = (page: Page) => page.evaluate(() => window.refused ?? 0)

/** Events that wait, as far as this page can see: its own, and those in the storage that the site's pages share. */
export const waiting = async (page: Page) => {
  const { pending, journaled } = await page.evaluate(() => {
    const entries = () => {
      try {
        return Object.entries(localStorage)
      } catch {
        return []
      }
    }
    const journal = entries().filter(([key]) => /^rewards:[^|]+\|1\|/.test(key))
    return { pending: window.pending ?? 0, journaled: journal.flatMap(([, record]) => JSON.parse(record)).length }
  })
  return Math.max(pending, journaled + (await stored(page)))
}

/** Events in IndexedDB. */
export const stored = (page: Page) =>
  page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    try {
      const databases = await indexedDB.databases()
      const name = databases
        .map(({ name = '' }) => name)
        .find(name => name.startsWith('rewards:') && !name.endsWith(':senders'))
      if (!name) return 0
      const opening = indexedDB.open(name)
      // It was erased in this moment: opening it must not make it anew, without a store and in the way of the next erasure.
      opening.onupgradeneeded = () => opening.transaction?.abort()
      const database = await done(opening)
      const count = await done(database.transaction('events').objectStore('events').count())
      database.close()
      return count
    } catch {
      // Blocked: then nothing is in there.
      return 0
    }
  })
