import { beforeAll, expect, test } from 'vitest'
import { demo } from '../../../../demo/platform/index.js'
import { addReward } from '../server/rewards/add-reward.js'
import { server, usePlatform } from '../use-platform.js'
import { useConsole } from './use-console.js'

const visit = usePlatform()
const user = useConsole(visit)
const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })

beforeAll(async () => {
  // Late in the evening in UTC, so that most time zones have another date.
  visit.now = Date.UTC(2026, 4, 1, 23, 30)
  await addReward(visit, { reward_id: 'of-a-test' })
  const json = { name: 'A report', report_type: 'EVENTS' }
  const created = await visit.send(`${server}/v7/report-runners`, { token: demo.serverToken, json })
  const { id } = await created.json()
  await visit.send(`${server}/v7/report-runners/${id}/run`, { token: demo.serverToken, method: 'POST' })
  await visit.send('/events', { json: { event_name: 'visit', data: { email: 'ada@example.com' } } })
})

test.each([
  '/console/campaigns/give-20-get-20',
  '/console/people/ada-lovelace',
  '/console/reports',
  '/console/rewards',
  '/console/rewards/of-a-test',
  '/console/tokens',
])('the times on %s are in UTC, with the word', async path => {
  const times = [...(await user.read(path)).matchAll(/<time datetime="([^"]+)">([^<]+)<\/time>/g)]
  expect(times.length).toBeGreaterThan(0)
  for (const [, datetime, text] of times) expect(text).toBe(`${format.format(new Date(datetime!))} UTC`)
})
