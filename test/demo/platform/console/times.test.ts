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
  const [event] = await visit.rows<{ event_id: string }>('select event_id from events')
  const token = await visit.identified('ada@example.com')
  await visit.send('/v4/me/send-verification-email', { token, json: {} })
  const hook = { url: 'https://127.0.0.1/hook', event_types: ['reward.sent'] }
  const webhook = await visit.send(`${server}/v6/webhooks`, { token: demo.serverToken, json: hook })
  const webhookPath = `/console/webhooks/${(await webhook.json()).id}`
  const test = await user.send(`${webhookPath}/test`)
  Object.assign(paths, {
    ...{ event: `/console/events/${event!.event_id}`, webhook: webhookPath },
    message: test.headers.get('Location')!.split('?')[0],
  })
  await user.send('/console/origins', { origin: 'https://blog.example' })
  await user.send('/console/domains', { origin: 'https://friends.brand.localhost' })
})

/** The pages of what has an id. */
const paths: Record<string, string> = {}

test.each([
  '/console/campaigns',
  '/console/campaigns/give-20-get-20',
  '/console/campaigns/give-20-get-20/versions/1',
  '/console/clock',
  '/console/domains',
  '/console/keys',
  '/console/mails',
  '/console/origins',
  '/console/people',
  '/console/people/ada-lovelace',
  '/console/reports',
  '/console/rewards',
  '/console/rewards/of-a-test',
  '/console/tokens',
  'event',
  'webhook',
  'message',
  '/console/zones/product',
])('the times on %s are in UTC, with the word', async name => {
  const path = paths[name] ?? name
  const times = [...(await user.read(path)).matchAll(/<time datetime="([^"]+)">([^<]+)<\/time>/g)]
  expect(times.length).toBeGreaterThan(0)
  for (const [, datetime, text] of times) expect(text).toBe(`${format.format(new Date(datetime!))} UTC`)
})
