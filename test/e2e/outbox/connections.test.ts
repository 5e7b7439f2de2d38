import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { SOON } from '../../soon.js'
import { LISTEN, openBarePage } from '../bare-page.js'
import { useDemo } from '../demo.js'
import { recorded } from './outbox-page.js'

const visit = useDemo()

/** Collects each connection to a database that the page opens. */
const COLLECT_CONNECTIONS = `window.connections = []; {
  const open = IDBFactory.prototype.open
  IDBFactory.prototype.open = function (...args) {
    const opening = open.apply(this, args)
    opening.addEventListener('success', () => connections.push(opening.result))
    return opening
  }
}`

test('a runtime that is destroyed leaves no connection to a database open, and loses no event', async () => {
  const { page } = await visit.newVisitor()
  await openBarePage(page, visit.demo, {
    before: `${COLLECT_CONNECTIONS} ${LISTEN}`,
    attributes: 'data-consent="granted" data-carrier="header"',
  })
  await page.waitForFunction(() => Reflect.get(globalThis, 'rewards')?.zone)
  const ids = [randomUUID(), randomUUID()]
  await page.evaluate(async ([first, second]) => {
    const rewards = Reflect.get(globalThis, 'rewards')
    await rewards.track('purchase', {}, { id: first })
    rewards.track('purchase', {}, { id: second }).catch(() => {})
    rewards.destroy()
  }, ids)
  const open = () =>
    page.evaluate(() =>
      (Reflect.get(globalThis, 'connections') as IDBDatabase[]).flatMap(connection => {
        try {
          connection.transaction('events').abort()
          return [connection.name]
        } catch {
          return [] // closed
        }
      }),
    )
  expect(await page.evaluate(() => Reflect.get(globalThis, 'connections').length)).toBeGreaterThan(0)
  await expect.poll(open, SOON).toEqual([])
  await page.reload()
  await expect.poll(() => recorded(visit, ids), SOON).toEqual(ids.sort())
})
