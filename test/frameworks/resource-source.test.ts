import { expect, test, vi } from 'vitest'
import { resourceSource } from '../../frameworks/resource-source.js'
import { SOON } from '../soon.js'
import { usePlatform } from '../src/local-platform.js'
import { page } from '../src/page.js'

usePlatform()

test('a read that nothing needs any more ends, and its failure is no error event', async () => {
  const fail: (() => void)[] = []
  const { rewards, told } = page({
    fetch: () => new Promise((_, reject) => fail.push(() => reject(new TypeError('Failed to fetch')))),
  })
  const read = vi.fn()
  const source = resourceSource(rewards, (runtime, signal) => {
    const profile = runtime.profile.get({ signal })
    profile.catch(read)
    return profile
  })
  const unsubscribe = source.subscribe(() => {})
  await vi.waitFor(() => expect(fail).toHaveLength(1), SOON)
  unsubscribe()
  await vi.waitFor(() => expect(read).toHaveBeenCalledWith(expect.objectContaining({ code: 'aborted' })), SOON)
  fail[0]!()
  await rewards.flush()
  expect(told.error).toEqual([])
})
