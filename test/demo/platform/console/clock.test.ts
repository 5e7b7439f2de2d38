import { beforeEach, expect, test } from 'vitest'
import { cleanUps } from '../../../../demo/platform/clean-ups.js'
import { createClock } from '../../../../demo/platform/clock/clock.js'
import { wireNames } from '../../../../demo/platform/http/wire-names.js'
import { demo } from '../../../../demo/platform/index.js'
import { startQueue } from '../../../../demo/platform/jobs/queue.js'
import { settingsFrom } from '../../../../demo/platform/options.js'
import { newestMail } from '../../../mails.js'
import { startPlatform } from '../../../start-platform.js'
import { addReward } from '../server/rewards/add-reward.js'
import { program, sendTo, server, shop, usePlatform } from '../use-platform.js'
import { cookieIn, fieldIn, signIn, useConsole } from './use-console.js'

const DAY_MS = 86_400_000
const PAGE = '/console/clock'

const visit = usePlatform()
const user = useConsole(visit)

/** How far the tests have moved the clock. */
const ahead = async () => Number((await visit.rows<{ ms: number }>('select ahead_ms as ms from clock'))[0]?.ms ?? 0)
const inDays = async (days: number) => new Date(visit.now + (await ahead()) + days * DAY_MS)

beforeEach(() => visit.rows('delete from jobs where client_id is not null'))

test('the page shows the time and what is due next', async () => {
  expect(await user.read(PAGE)).toMatch(/It is <time[^>]*>1 May 2026, 12:00 UTC<.*Nothing is due\./s)
  expect(await user.read(PAGE)).not.toContain('value="next"')
  const id = await addReward(visit, { reward_name: 'thanks', fulfill_at: await inDays(1) })
  expect(await user.read(PAGE)).toMatch(
    RegExp(
      `href="/console/rewards/${id}">thanks of ada@example\\.com<.*Fulfillment of a reward<.*2 May 2026, 12:00`,
      's',
    ),
  )
  const choices = [...(await user.read(PAGE)).matchAll(/<option value="([^"]+)">([^<]+)</g)]
  expect(choices.map(([, forward, label]) => [forward, label])).toEqual([
    ['next', 'To what is due next'],
    ['1h', '1 hour'],
    ['1d', '1 day'],
    ['1w', '1 week'],
    ['30d', '30 days'],
    ['365d', '365 days'],
  ])
})

test('what is due leads to the page of what it is about', async () => {
  const backend = async (path: string, json: object): Promise<string> =>
    (await (await visit.send(server + path, { token: demo.serverToken, json })).json()).id
  const url = 'https://shop.example.com/webhooks'
  const webhook = await backend('/v6/webhooks', { url, event_types: ['reward.revoked'] })
  const runner = await backend('/v7/report-runners', { name: 'People', report_type: 'PERSONS' })
  const reward = await addReward(visit, { reward_name: 'thanks', expires_at: await inDays(1) })
  await visit.rows(
    `insert into jobs (job_id, kind, client_id, lane, payload, run_at, created_at)
     select kind, kind, $1, lane, 'null', $2::timestamptz, $2 from unnest($3::text[], $4::text[]) due (kind, lane)`,
    [demo.clientId, await inDays(1), ['webhook-message', 'report', 'batch-job'], [webhook, runner, 'a-file']],
  )
  const page = await user.read(PAGE)
  for (const subject of [
    `<a href="/console/rewards/${reward}">thanks of ada@example.com</a>`,
    `<a href="/console/webhooks/${webhook}">${url}</a>`,
    `<a href="/console/reports/${runner}">People</a>`,
    '<span>a-file</span>',
  ])
    expect(page).toContain(`<th scope="row">${subject}</th>`)
})

test('a move shows what has happened, and the user stays signed in', async () => {
  const id = await addReward(visit, { fulfill_at: await inDays(2), expires_at: await inDays(20) })
  const moved = await user.send(PAGE, { forward: '30d' })
  expect(moved.status).toBe(200)
  expect(await moved.text()).toContain('role="status">1 reward fulfilled, 1 reward expired.<')
  expect(await ahead()).toBe(30 * DAY_MS)
  expect(await user.read(`/console/rewards/${id}`)).toContain('Expired')
})

/** Starts a process whose clock is as far ahead, lets it delete what has ended, and ends it. */
async function cleanUp(): Promise<void> {
  const clock = createClock(() => visit.now)
  clock.keep(await ahead())
  const options = { programOrigin: program, serverOrigin: server, landingUrl: shop, allowedOrigins: [] }
  const { db, secrets } = visit.platform
  const domain = {
    db,
    secrets,
    clientId: demo.clientId,
    names: wireNames('svc'),
    settings: settingsFrom(options, clock),
  }
  const queue = startQueue(domain, cleanUps)
  for (const name of ['session-cleanup', 'draft-cleanup']) await queue.idle(name)
  await queue.stop()
}

test('a session and a draft of a zone last by the clock of the machine, and a link in an email by that of the platform', async () => {
  expect(await ahead()).toBeGreaterThan(DAY_MS)
  await signIn(visit)
  const ends = await visit.rows('select expires_at from console_sessions order by expires_at desc limit 1')
  expect(ends).toEqual([{ expires_at: new Date(visit.now + DAY_MS / 2) }])
  const draft = { source: '{"creatives":[]}', message: '', parent: '', newest: '', action: 'preview' }
  await user.send('/console/zones/draft', draft)
  await cleanUp()
  expect(await visit.rows('select expires_at from console_sessions')).toHaveLength(2)
  expect(await visit.rows('select zone_name from zone_drafts')).toEqual([{ zone_name: 'draft' }])
  const token = await visit.identified('ada@example.com')
  await visit.send('/v4/me/send-verification-email', { token, json: {} })
  expect((await visit.send((await newestMail(visit.platform)).link)).status).toBe(200)
})

test('a move until a time goes on where the last one has stopped', async () => {
  const until = (await inDays(1)).toISOString()
  const moved = await user.send(PAGE, { until })
  expect([moved.status, (await moved.text()).includes('Nothing was due.')]).toEqual([200, true])
})

test.each([
  ['-1d', 400, 'The clock only goes forward'],
  ['next', 400, 'Nothing is due.'],
  ['soon', 400, 'Expected at least 1m'],
])('a move by %s is refused with the reason', async (forward, status, message) => {
  const before = await ahead()
  const response = await user.send(PAGE, { forward })
  expect(response.status).toBe(status)
  expect(await response.text()).toMatch(RegExp(`role="alert"[^>]*>${message}`))
  expect(await ahead()).toBe(before)
})

test('a form of another page moves nothing', async () => {
  const before = await ahead()
  expect((await user.send(PAGE, { forward: '1d', csrf: 'x' })).status).toBe(403)
  expect((await user.send(PAGE, { forward: '1d', tenant: demo.sandbox.clientId })).status).toBe(409)
  expect(await ahead()).toBe(before)
})

test('without demo data, the page says why the clock cannot be moved', async () => {
  const platform = await startPlatform({ demoData: false, now: () => visit.now })
  const form = { ...platform.user!, to: '' }
  const headers = {
    Cookie: cookieIn(await sendTo(platform, `${server}/console/sign-in`, { origin: server, form })),
  }
  const read = async () => (await sendTo(platform, server + PAGE, { headers })).text()
  expect(await read()).toContain('only a platform with the demo data')
  expect(await read()).not.toContain('Move the clock<')
  const page = await read()
  const fields = { csrf: fieldIn(page, 'csrf'), tenant: fieldIn(page, 'tenant'), forward: '1d' }
  expect((await sendTo(platform, server + PAGE, { headers, origin: server, form: fields })).status).toBe(403)
  await platform.close()
})
