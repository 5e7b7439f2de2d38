// @vitest-environment happy-dom
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createRewards, type RewardsError, type RewardsOptions } from '../../src/index.js'
import { platform, usePlatform } from './local-platform.js'

usePlatform()
afterEach(() => void vi.unstubAllGlobals())

const DOMAIN = 'https://share.brand.localhost'
const cause = new Error('The backend is down')

function open(options: Partial<RewardsOptions>) {
  const rewards = createRewards({
    domain: DOMAIN,
    fetch: async (...args) => platform.fetch(new Request(...args)),
    ...options,
  })
  const reported: RewardsError[] = []
  rewards.addEventListener('error', ({ detail }) => reported.push(detail))
  return { rewards, reported }
}

describe('options.jwt', () => {
  const faults: [string, () => string | Promise<string>][] = [
    [
      'throws',
      () => {
        throw cause
      },
    ],
    ['rejects', () => Promise.reject(cause)],
  ]

  test.each(faults)('that %s is the fault of the page: verify()', async (_, jwt) => {
    const error = await open({ jwt })
      .rewards.verify()
      .catch(thrown => thrown)
    expect(error).toMatchObject({ name: 'RewardsError', code: 'invalid_argument', cause })
    expect(error.message).toContain('options.jwt')
  })

  test.each(faults)('that %s is the fault of the page: recognize()', async (_, jwt) => {
    const { rewards, reported } = open({ jwt })
    await rewards.recognize()
    expect(reported).toEqual([expect.objectContaining({ code: 'invalid_argument', cause })])
  })
})

test('options.fetch that does not return a Response is the fault of the page, and an event waits for a better one', async () => {
  let isBroken = true
  const { rewards } = open({
    fetch: async (...args) => (isBroken ? ('no response' as never) : platform.fetch(new Request(...args))),
  })
  const error = await rewards.zone('terms').catch(thrown => thrown)
  expect(error).toMatchObject({ name: 'RewardsError', code: 'invalid_argument', retryable: true })
  expect(error.message).toContain('options.fetch')
  const receipt = rewards.track('purchase')
  await rewards.flush()
  isBroken = false
  await rewards.flush()
  expect(await receipt).toMatchObject({ event_id: expect.any(String) })
})

test.each<[string, typeof fetch]>([
  [
    'throws',
    () => {
      throw cause
    },
  ],
  ['rejects', () => Promise.reject(cause)],
])('options.fetch that %s is a failed request: the cause is its error', async (_, fetch) => {
  const { rewards } = open({ fetch })
  await expect(rewards.zone('terms')).rejects.toMatchObject({ code: 'network_error', retryable: true, cause })
})

test('a consent source that throws is the fault of the page', async () => {
  vi.stubGlobal('__tcfapi', () => {
    throw cause
  })
  const { reported } = open({ consent: 'tcf' })
  await expect.poll(() => reported).toHaveLength(1)
  expect(reported[0]).toMatchObject({ code: 'invalid_argument', cause })
  expect(reported[0]?.message).toContain('options.consent')
})
