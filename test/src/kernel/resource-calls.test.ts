import { expect, test, vi } from 'vitest'
import { createResourceCalls } from '../../../src/kernel/resource-calls.js'
import type { Calls } from '../../../src/page/calls.js'
import type * as resources from '../../../src/resources/index.js'
import type { PrivacyConnection } from '../../../src/resources/privacy.js'

const call: Calls['call'] =
  (_name, run) =>
  async (...args) =>
    run(...args)

test('the first call loads the code of the resources, and the next one if that has failed', async () => {
  const profile = () => ({ get: async () => ({ id: 'ada' }) })
  const load = vi
    .fn<() => Promise<typeof resources>>()
    .mockRejectedValueOnce(new Error('offline'))
    .mockResolvedValue({ profile } as unknown as typeof resources)
  const { profile: calls } = createResourceCalls(call, load, {} as PrivacyConnection)
  expect(load).not.toHaveBeenCalled()
  await expect(calls.get()).rejects.toThrow('offline')
  expect(await calls.get()).toEqual({ id: 'ada' })
})
