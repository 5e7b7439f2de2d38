import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { demo } from '../../../../demo/platform/index.js'
import { SOON } from '../../../soon.js'
import { refuseInserts } from '../refuse-inserts.js'
import { addReward } from '../server/rewards/add-reward.js'
import { type Call, server, usePlatform } from '../use-platform.js'
import { useConsole } from './use-console.js'

const visit = usePlatform()
const user = useConsole(visit)
const PAGE = '/console/work'
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

beforeEach(() => visit.rows(`delete from jobs where kind in ('fulfillment', 'test')`))

/** Adds a job of a client whose last attempt has failed. */
const addDead = (
  id: string,
  client_id: string,
  failure: string,
  { kind = 'fulfillment', lane = id, payload = 'null' } = {},
) =>
  visit.rows(
    `insert into jobs (job_id, kind, client_id, lane, payload, run_at, created_at, failures, ended_processes, failure, died_at)
     values ($1, $5, $2, $6, $7, $4, $4, 3, 2, $3, $4)`,
    [id, client_id, failure, new Date(visit.now), kind, lane, payload],
  )

test('the page says that nothing waits and that nothing has failed', async () => {
  expect(await user.read(PAGE)).toMatch(/Nothing waits\..*No job has failed\..*None of it fails at the moment\./s)
  expect(await user.read(PAGE)).not.toContain('Retry all')
})

test('the page counts the jobs of each kind', async () => {
  await addReward(visit, { fulfill_at: new Date(visit.now + DAY_MS) })
  await addReward(visit, { fulfill_at: new Date(visit.now + DAY_MS) })
  await addDead('a', demo.clientId, 'Out of order')
  expect(await user.read(PAGE)).toMatch(
    /Fulfillment of a reward<\/th><td data-label="Due now">0<.*"Later">2<.*"Failed">1</s,
  )
})

test('a job that has failed shows why, and does its work when somebody retries it', async () => {
  const id = await addReward(visit, { fulfill_at: new Date(visit.now + 1_000) })
  const accept = await refuseInserts(visit, 'reward_states', { reason: 'Refused by <a> test' })
  await expect
    .poll(async () => {
      visit.now += 600_000
      return user.read(PAGE)
    }, SOON)
    .toContain('Failed after 5 attempts: Refused by &lt;a&gt; test')
  const page = await user.read(PAGE)
  expect(page).toContain(`<a href="/console/rewards/${id}">Reward ${id}</a>`)
  const [, action] = /action="(\/console\/work\/[^"]+\/retry)"/.exec(page)!
  const answer = await user.send(action!)
  expect(answer.headers.get('Location')).toBe(`${PAGE}?retried=1`)
  expect(await user.read(`${PAGE}?retried=1`)).toContain('The job runs again.')
  expect(await user.read(`${PAGE}?retried=3`)).toContain('3 jobs run again.')
  // It has all its attempts again.
  const job = () => visit.rows('select failures, died_at from jobs where lane = $1', [id])
  await expect.poll(job, SOON).toEqual([{ failures: 1, died_at: null }])
  await accept()
  visit.now += 1_000
  const state = () => visit.rows('select state from rewards where reward_id = $1', [id])
  await expect.poll(state, SOON).toEqual([{ state: 'FULFILLED' }])
  await expect.poll(() => user.read(PAGE), SOON).toMatch(/No job has failed\./)
})

test.each([
  ['expiry', 'Expiry of a reward', '<a href="/console/rewards/lane">Reward lane</a>'],
  ['report', 'Scheduled report', '<a href="/console/reports/lane">Report lane</a>'],
  ['webhook-message', 'Message to a webhook', '<a href="/console/webhooks/lane/messages/msg">Message msg</a>'],
  ['sftp-delivery', 'Delivery of a file to an SFTP server', '<code>dead-of-a-kind</code>'],
])('a job of the kind %s that has failed shows what it is about', async (kind, title, subject) => {
  await addDead('dead-of-a-kind', demo.clientId, 'Out of order', { kind, lane: 'lane', payload: '"msg"' })
  onTestFinished(async () => void (await visit.rows(`delete from jobs where job_id = 'dead-of-a-kind'`)))
  const page = await user.read(PAGE)
  expect(page).toContain(`<h3>${title}</h3><p class="when">${subject}, `)
  // An attempt is one that has failed, or one during which its process has ended.
  expect(page).toContain('Failed after 5 attempts: Out of order')
})

test.each([
  ['webhook-message', '/v6/webhooks', { url: 'https://hooks.example/', event_types: ['reward.earned'] }],
  ['report', '/v7/report-runners', { name: 'People', report_type: 'PERSONS' }],
  ['sftp-delivery', '/v6/sftp-servers', { host: 'sftp.example', username: 'reports', password: 'a password' }],
])('a job of the kind %s that has failed is gone with what it was for', async (kind, path, json) => {
  const call = (path: string, more: Call) => visit.send(server + path, { token: demo.serverToken, ...more })
  const { id } = await (await call(path, { json })).json()
  await addDead('gone', demo.clientId, 'Out of order', { kind, lane: id })
  await addDead('other', demo.clientId, 'Out of order', { kind, lane: 'other' })
  onTestFinished(async () => void (await visit.rows(`delete from jobs where job_id in ('gone', 'other')`)))
  expect((await call(`${path}/${id}`, { method: 'DELETE' })).status).toBe(200)
  const dead = await visit.rows('select job_id from jobs where kind = $1 and died_at is not null', [kind])
  expect(dead).toEqual([{ job_id: 'other' }])
})

test('the jobs that have failed are shown newest first', async () => {
  await addDead('first', demo.clientId, 'Failure 1')
  visit.now += 1_000
  for (const number of [2, 3]) await addDead(`${number}`, demo.clientId, `Failure ${number}`)
  const page = await user.read(PAGE)
  expect([...page.matchAll(/Failure (\d)/g)].map(([, number]) => number)).toEqual(['3', '2', '1'])
})

test('the newest 100 jobs that have failed are shown', async () => {
  await visit.rows(
    `insert into jobs (job_id, kind, client_id, lane, payload, run_at, created_at, failures, failure, died_at)
     select 'dead-' || n, 'fulfillment', $1, 'dead', 'null', now(), now(), 5, 'Failure ' || n, now() from generate_series(1, 101) n`,
    [demo.clientId],
  )
  const page = await user.read(PAGE)
  expect(page.match(/Failure \d+/g)).toHaveLength(100)
  expect(page).not.toMatch(/Failure 1\b/)
  expect(page).toContain('These are the newest 100.')
})

test('work for all programs that fails shows each tenant for how many runs and when it runs next, not what the database said', async () => {
  const fail = (kind: string, failures: number, failure: string) =>
    visit.rows('update jobs set failures = $2, failure = $3, run_at = $4 where job_id = $1', [
      ...[kind, failures, failure, new Date(visit.now + MINUTE_MS)],
    ])
  await fail('figures', 12, 'Key (email)=(one@example.com)')
  await fail('session-cleanup', 1, 'Key (email)=(two@example.com)')
  const next = new Date(visit.now + MINUTE_MS).toISOString()
  for (const client_id of [demo.sandbox.clientId, demo.clientId]) {
    await user.send('/console/client', { client_id })
    const page = await user.read(PAGE)
    const failing = page.slice(page.indexOf('<h2>Work for all programs</h2>'))
    for (const [title, failure] of [
      ['Figures of the console', 'The last 12 runs have failed. The log of the platform says why.'],
      ['Deletion of console sessions that have ended', 'The last run has failed. The log of the platform says why.'],
    ])
      expect(failing).toMatch(
        new RegExp(
          `<h3>${title}</h3><p class="when">Runs next on <time datetime="${next}">[^/]*</time></p><p>${failure}<`,
        ),
      )
    expect(page).not.toContain('None of it fails at the moment.')
    expect(page).not.toContain('@example.com')
  }
  visit.now += MINUTE_MS
  await expect.poll(() => user.read(PAGE), SOON).toContain('None of it fails at the moment.')
})

test('each tenant sees and retries its own jobs only', async () => {
  await addDead('mine', demo.clientId, 'My failure')
  await addDead('theirs', demo.sandbox.clientId, 'Their failure')
  const page = await user.read(PAGE)
  expect([page.includes('My failure'), page.includes('Their failure')]).toEqual([true, false])
  expect((await user.send(`${PAGE}/theirs/retry`)).status).toBe(404)
  // What waits for its time is not retried.
  await addReward(visit, { fulfill_at: new Date(visit.now + DAY_MS) })
  expect((await user.send(`${PAGE}/retry`)).headers.get('Location')).toBe(`${PAGE}?retried=1`)
  expect(await visit.rows('select job_id from jobs where died_at is not null')).toEqual([{ job_id: 'theirs' }])
})
