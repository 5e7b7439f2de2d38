import { expect, test } from 'vitest'
import { demo } from '../../../demo/platform/index.js'
import { SOON } from '../../soon.js'
import { signIn } from './console/use-console.js'
import { usePlatform } from './use-platform.js'

const visit = usePlatform({ perMinute: 100 })
const HOUR = 3_600_000

test('console sessions that have ended are deleted, the others stay', async () => {
  const ends = () => visit.rows<{ expires_at: Date }>('select expires_at from console_sessions order by 1')
  await signIn(visit)
  visit.now += 6 * HOUR
  await signIn(visit)
  const [, second] = await ends()
  visit.now += 6 * HOUR
  await expect.poll(ends, SOON).toEqual([second])
})

test('rate windows that have ended are deleted, the others stay', async () => {
  const keys = async () => (await visit.rows<{ key: string }>('select key from request_counts')).map(({ key }) => key)
  await visit.send('/zones', { method: 'POST', token: await visit.anonymous() })
  expect(await keys()).toHaveLength(2)
  visit.now += 60_000
  await visit.send('/zones', { method: 'POST' })
  await expect.poll(keys, SOON).toEqual(['address loopback'])
})

test('zone drafts that nobody has changed for a day are deleted, the others stay', async () => {
  const add = (key: string, at: number) =>
    visit.rows(
      `insert into zone_drafts (preview_key, user_id, campaign_id, zone_name, source, changed_at) values ($1, $2, $3, 'draft', '{}', $4)`,
      [key, demo.marketerId, demo.campaignId, new Date(at)],
    )
  visit.now += 24 * HOUR
  await add('old', visit.now - 23 * HOUR)
  await add('new', visit.now - 23 * HOUR + 1)
  visit.now += HOUR
  const keys = async () =>
    (await visit.rows<{ preview_key: string }>('select preview_key from zone_drafts')).map(
      ({ preview_key }) => preview_key,
    )
  await expect.poll(keys, SOON).toEqual(['new'])
})

test('the clean-ups run each hour, that of rate windows each minute', async () => {
  visit.now += 24 * HOUR
  const next = async () => {
    const rows = await visit.rows<{ kind: string; run_at: Date }>(
      `select kind, run_at from jobs where kind like '%-cleanup'`,
    )
    return Object.fromEntries(rows.map(({ kind, run_at }) => [kind, run_at.getTime() - visit.now]))
  }
  await expect.poll(next, SOON).toEqual({
    ...{ 'webhook-cleanup': HOUR, 'session-cleanup': HOUR, 'draft-cleanup': HOUR, 'replay-cleanup': HOUR },
    'rate-window-cleanup': 60_000,
  })
})
