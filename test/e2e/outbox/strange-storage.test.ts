import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { SOON } from '../../soon.js'
import { useDemo } from '../demo.js'
import { openShop, recorded, stored, track } from './outbox-page.js'

const visit = useDemo()

/** What somebody else, another version say, has left under our names, before the page is opened. */
const STRANGE = {
  'databases of a later version': [5, false, []],
  'databases without a store': [1, false, []],
  'records that are no events': [
    1,
    true,
    [
      { key: 1 },
      { key: 2, id: 'x', name: 7, data: {} },
      { key: '~x', owner: {}, access_token: [] },
      { key: ['list'], id: 'a', name: 'b', data: null },
    ],
  ],
} satisfies Record<string, [number, boolean, object[]]>

const leave = (page: Page, names: string[], [version, hasStore, records]: [number, boolean, object[]]) =>
  page.evaluate(
    async ({ names, version, hasStore, records }) => {
      for (const name of names)
        await new Promise<void>((resolve, reject) => {
          const request = indexedDB.open(name, version)
          request.onupgradeneeded = () => {
            if (hasStore) {
              const store = request.result.createObjectStore('events', { keyPath: 'key' })
              for (const record of records) store.put(record)
            }
          }
          request.onerror = reject
          request.onsuccess = () => {
            request.result.close()
            resolve()
          }
        })
    },
    { names, version, hasStore, records },
  )

test.each(Object.entries(STRANGE))('events survive a reload and are delivered beside %s', async (_, strange) => {
  const { context } = await visit.newVisitor()
  const base = await context.newPage()
  await base.goto(`${visit.demo.origins.shop}/no-such-page`)
  const name = `rewards:${visit.demo.origins.program}`
  await leave(base, [name, `${name}:senders`], strange)
  const page = await openShop(context, visit)
  await context.route(/\/events$/, route => route.abort())
  const ids = [randomUUID(), randomUUID()].sort()
  await track(page, ...ids)
  await page.goto('data:text/html,<title>Elsewhere</title>')
  await context.unroute(/\/events$/)
  await openShop(context, visit)
  await expect.poll(() => recorded(visit, ids), SOON).toEqual(ids)
})

test('an event that waits in memory is stored as soon as consent is granted, not at the next attempt', async () => {
  const { context } = await visit.newVisitor()
  const page = await openShop(context, visit)
  await page.evaluate(() => Reflect.get(globalThis, 'rewards').setConsent('unset'))
  let tries = 0
  await context.route(/\/events$/, route => {
    tries++
    return route.fulfill({
      status: 429,
      headers: {
        'access-control-allow-origin': visit.demo.origins.shop,
        'access-control-allow-credentials': 'true',
        'access-control-allow-headers': '*, authorization, content-type',
        'access-control-expose-headers': 'Retry-After',
        'retry-after': '3600',
      },
    })
  })
  const id = randomUUID()
  await track(page, id)
  await expect.poll(() => tries, SOON).toBeGreaterThan(0)
  expect(await stored(page)).not.toContain(id)
  await page.evaluate(() => Reflect.get(globalThis, 'rewards').setConsent('granted'))
  await expect.poll(() => stored(page), SOON).toContain(id)
})

test('an event that could not be delivered before a logout ends, and does not go to the next consumer', async () => {
  const { context } = await visit.newVisitor()
  await context.route(/\/rewards-[^/]+\/\w+\/events\.js/, route => route.abort())
  const page = await openShop(context, visit)
  const ids = [randomUUID(), randomUUID()] as const
  const code = await page.evaluate(async id => {
    const rewards = Reflect.get(globalThis, 'rewards')
    const outcome = rewards.track('purchase', {}, { id }).catch(({ code }: { code: string }) => code)
    await rewards.logout()
    return outcome
  }, ids[0])
  expect(code).toBe('logged_out')
  await context.unroute(/\/rewards-[^/]+\/\w+\/events\.js/)
  await page.evaluate(
    id => Reflect.get(globalThis, 'rewards').track('purchase', {}, { id }) as Promise<unknown>,
    ids[1],
  )
  expect(await recorded(visit, [...ids])).toEqual([ids[1]])
})
