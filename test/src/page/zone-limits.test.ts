import { expect, test } from 'vitest'
import { proofOf } from '../../proof.js'
import { UNLIMITED } from '../../start-platform.js'
import { usePlatform } from '../local-platform.js'
import { page } from '../page.js'

usePlatform({ limits: { ...UNLIMITED, perSecond: 4 } })

test('the zones of a person who asks for more than the platform allows in a second all arrive, without an error', async () => {
  const { rewards, told } = page()
  await rewards.verify(await proofOf({ email: 'many-zones@example.com' }))
  const zones = await Promise.all(Array.from({ length: 7 }, () => rewards.zone('share_experience')))
  expect(zones.map(({ name }) => name)).toEqual(Array(7).fill('share_experience'))
  expect(told.error).toEqual([])
})
