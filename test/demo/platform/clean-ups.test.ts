import { expect, test } from 'vitest'
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
