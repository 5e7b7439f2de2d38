import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { pageCookie } from '../../page-cookie.js'
import { proofOf } from '../../proof.js'
import { useDemo } from '../demo.js'
import { type HostPage, openHostPage } from './host-page.js'

const visit = useDemo({ https: true })

const someone = () => `${randomUUID()}@example.com`
const idOf = async (host: HostPage) => (await host.call<{ id: string }>('profile.get')).id

test.each([
  'verify',
  'recognize',
])('the events of a person known by the program’s cookie only stay theirs when another person calls %s()', async how => {
  const { page, context } = await visit.newVisitor()
  const first = await openHostPage(page, visit.demo)
  await first.call('identify', { email: someone() })
  const ann = await idOf(first)
  await context.clearCookies({ name: pageCookie(visit.demo.origins.program) })

  const bob = await proofOf({ email: someone() })
  const options = how === 'recognize' ? `{ jwt: () => '${bob}' }` : undefined
  const host = await openHostPage(page, visit.demo, { options })
  await host.call('zone', 'share_experience')
  await context.route(/\/events$/, route =>
    route.request().postData()?.includes('purchase') ? route.abort() : route.continue(),
  )
  const id = randomUUID()
  await page.evaluate(id => void Reflect.get(globalThis, 'rewards').track('purchase', {}, { id }), id)
  await host.call(how, ...(how === 'verify' ? [bob] : []))
  expect(await host.consumer()).toMatchObject({ level: 'verified' })
  expect(await idOf(host)).not.toBe(ann)

  await context.unroute(/\/events$/)
  await host.call('flush')
  const recorded = () => visit.demo.platform.db.query('select person_id from events where partner_event_id = $1', [id])
  await expect.poll(recorded).toEqual([{ person_id: ann }])
})
