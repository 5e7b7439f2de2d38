import { describe, expect, test } from 'vitest'
import { useDemo } from './demo.js'

const visit = useDemo()

const purchases = async (order: string) => {
  const rows = await visit.demo.platform.db.query(
    `select event_id from events where event_name = 'purchase' and data->>'partner_conversion_id' = $1`,
    [order],
  )
  return rows
}

describe('an event tracked before the script arrives', () => {
  test('is recorded once, and its receipt reaches the page', async () => {
    const { page, complaints } = await visit.newVisitor()
    let release = () => {}
    const released = new Promise<void>(resolve => {
      release = resolve
    })
    await page.route('**/rewards.js', async route => {
      await released
      await route.continue()
    })
    await page.goto(`${visit.demo.origins.shop}/order`, { waitUntil: 'commit' })
    await expect.poll(() => page.evaluate(() => Array.isArray(Reflect.get(globalThis, 'rewards')))).toBe(true)
    const [, , data] = await page.evaluate(
      () => (Reflect.get(globalThis, 'rewards') as [string, string, Record<string, string>][]).find(Array.isArray)!,
    )
    const order = data.partner_conversion_id!
    expect(await purchases(order)).toHaveLength(0)

    await page.evaluate(() => {
      Reflect.get(globalThis, 'rewards').push((r: EventTarget) =>
        r.addEventListener('receipt', event => Reflect.set(globalThis, 'receipt', (event as CustomEvent).detail)),
      )
    })
    release()
    await expect.poll(() => purchases(order)).toHaveLength(1)
    await expect
      .poll(() => page.evaluate(() => Reflect.get(globalThis, 'receipt')))
      .toMatchObject({ event_id: (await purchases(order))[0]!.event_id, partner_event_id: expect.any(String) })
    expect(complaints).toEqual([])
  })

  test('waits in IndexedDB while the platform is unreachable, and is delivered once by the next page', async () => {
    const { page, context } = await visit.newVisitor()
    await page.goto(visit.demo.origins.shop)
    await page.getByRole('textbox', { name: 'Your link' }).waitFor()
    await context.route(/\/events$/, route => route.abort())
    const order = `kept-${Date.now()}`
    await page.evaluate(
      id => Reflect.get(globalThis, 'rewards').track('purchase', { partner_conversion_id: id }) && undefined,
      order,
    )
    const waiting = () =>
      page.evaluate(async () => {
        const names = (await indexedDB.databases()).map(({ name }) => name!)
        const name = names.find(name => name.startsWith('rewards:') && !name.endsWith(':senders'))
        const database = await new Promise<IDBDatabase>(resolve => {
          const request = indexedDB.open(name!)
          request.onsuccess = () => resolve(request.result)
        })
        const request = database.transaction('events').objectStore('events').getAll()
        return new Promise<string>(resolve => {
          request.onsuccess = () => resolve(JSON.stringify(request.result))
        })
      })
    await expect.poll(waiting).toContain(order)
    expect(await waiting()).not.toMatch(/token|jwt/i)
    expect(await purchases(order)).toHaveLength(0)

    await context.unroute(/\/events$/)
    await page.reload()
    await expect.poll(() => purchases(order)).toHaveLength(1)
    await expect.poll(waiting).toBe('[]')
    expect(await purchases(order)).toHaveLength(1)
  })
})
