import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { openBarePage } from './bare-page.js'
import { useDemo } from './demo.js'

const visit = useDemo()

test('a pixel submits its event for the consumer of the page, and fetching it twice records one event', async () => {
  const { page, complaints } = await visit.newVisitor()
  await openBarePage(page, visit.demo)
  await page.waitForFunction(() => Reflect.get(globalThis, 'rewards')?.track)
  const order = randomUUID()
  const { id, url } = await page.evaluate(async order => {
    const rewards = Reflect.get(globalThis, 'rewards')
    const url: string = await rewards.eventUrl('purchase', { partner_conversion_id: order, coupon_code: 'ÉTÉ & 10%' })
    for (const _ of [1, 2])
      await new Promise(resolve => {
        const pixel = new Image()
        pixel.onload = pixel.onerror = resolve
        pixel.src = url
      })
    return { id: (await rewards.profile.get()).id, url }
  }, order)
  expect(url).toMatch(/access_token=/)
  const events = await visit.demo.platform.db.query<{ person_id: string; data: object }>(
    `select person_id, data from events where data->>'partner_conversion_id' = $1`,
    [order],
  )
  expect(events).toHaveLength(1)
  expect(events[0]).toMatchObject({ person_id: id, data: { coupon_code: 'ÉTÉ & 10%' } })
  expect(events[0]!.data).not.toHaveProperty('access_token')
  expect(complaints).toEqual([])
})
