import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { useDemo } from '../demo.js'
import { openHostPage } from './host-page.js'

const visit = useDemo({ https: true })

/** As time does: tokens that were replaced live for 30 s more. */
const endGrace = () =>
  visit.demo.platform.db.query(
    `update tokens set invalidated_at = now() - interval '1 hour' where invalidated_at > now()`,
  )

test.each([
  'header',
  'cookie',
])('a pixel that identifies the consumer leaves them with a working token (%s)', async carrier => {
  const { page } = await visit.newVisitor()
  const host = await openHostPage(page, visit.demo, { options: `{ carrier: '${carrier}' }` })
  await host.call('zone', 'share_experience')
  const email = `${randomUUID()}@example.com`
  const order = randomUUID()
  const url = await host.call<string>('eventUrl', 'purchase', { email, partner_conversion_id: order })
  await page.evaluate(
    url =>
      new Promise(resolve => {
        const pixel = new Image()
        pixel.onload = pixel.onerror = resolve
        pixel.src = url
      }),
    url,
  )
  await endGrace()
  const { id } = await host.call<{ id: string }>('profile.get')
  expect(await host.consumer()).toMatchObject({ level: 'identified', identity_id: id })
  const events = await visit.demo.platform.db.query(
    `select person_id from events where data->>'partner_conversion_id' = $1`,
    [order],
  )
  expect(events).toEqual([{ person_id: id }])
  const [person] = await visit.demo.platform.db.query('select email from persons where person_id = $1', [id])
  expect(person).toEqual({ email })
})
