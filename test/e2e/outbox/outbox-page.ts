// Pages whose events wait, and what the browser and the platform have of these events.

import { randomUUID } from 'node:crypto'
import type { BrowserContext, Page } from 'playwright-core'
import { LISTEN, openBarePage } from '../bare-page.js'
import type { DemoInBrowser } from '../demo.js'

/** Opens a bare page whose runtime keeps what it may; collects receipts in `window.receipts`. */
export async function openRuntime(context: BrowserContext, { demo }: DemoInBrowser, attributes = ''): Promise<Page> {
  const page = await context.newPage()
  await openBarePage(page, demo, {
    before: `${LISTEN} window.receipts = []; rewards.push(r => r.addEventListener('receipt', event => receipts.push(event.detail)));`,
    attributes: `data-consent="granted" ${attributes}`,
  })
  await page.waitForFunction(() => Reflect.get(globalThis, 'rewards')?.zone)
  return page
}

/** The same; its runtime knows its consumer. */
export async function openShop(context: BrowserContext, visit: DemoInBrowser, attributes = ''): Promise<Page> {
  const page = await openRuntime(context, visit, attributes)
  await page.evaluate(() => Reflect.get(globalThis, 'rewards').zone('terms'))
  return page
}

/** The ids of so many events, sorted. */
export const some = (count: number): string[] => Array.from({ length: count }, () => randomUUID()).sort()

/** Tracks without waiting for what becomes of it: whether it is kept is for the outbox to see to. */
export const track = (page: Page, ...ids: string[]) =>
  page.evaluate(ids => {
    for (const id of ids) Reflect.get(globalThis, 'rewards').track('purchase', { cart_value: 3 }, { id })
  }, ids)

export const receipts = (page: Page) =>
  page.evaluate(() =>
    (Reflect.get(globalThis, 'receipts') as { partner_event_id: string }[]).map(each => each.partner_event_id),
  )

/** Those of these that the platform has, as often as it has them. */
export async function recorded({ demo }: DemoInBrowser, ids: string[]): Promise<string[]> {
  const rows = await demo.platform.db.query<{ partner_event_id: string }>(
    'select partner_event_id from events where partner_event_id = any($1)',
    [ids],
  )
  return rows.map(row => row.partner_event_id).sort()
}

/** All that this site keeps of events, as text. */
export const stored = (page: Page) =>
  page.evaluate(async () => {
    const texts = Object.entries(localStorage).flat()
    for (const { name } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>(resolve => {
        const request = indexedDB.open(name!)
        request.onsuccess = () => resolve(request.result)
      })
      const request = database.transaction('events').objectStore('events').getAll()
      texts.push(JSON.stringify(await new Promise(resolve => (request.onsuccess = () => resolve(request.result)))))
      database.close()
    }
    return texts.join('\n')
  })
