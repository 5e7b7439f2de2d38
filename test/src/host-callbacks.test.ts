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

  test.each(faults)('that %s makes verify() reject with invalid_argument', async (_, jwt) => {
    const error = await open({ jwt })
      .rewards.verify()
      .catch(thrown => thrown)
    expect(error).toMatchObject({ name: 'RewardsError', code: 'invalid_argument', cause })
    expect(error.message).toContain('options.jwt')
  })

  test.each(faults)('that %s makes recognize() reject with invalid_argument', async (_, jwt) => {
    const { rewards, reported } = open({ jwt })
    await rewards.recognize()
    expect(reported).toEqual([expect.objectContaining({ code: 'invalid_argument', cause })])
  })
})

test('options.fetch that returns no Response is reported as invalid_argument, and the event waits', async () => {
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
])('options.fetch that %s is a network error with the thrown error as its cause', async (_, fetch) => {
  const { rewards } = open({ fetch })
  await expect(rewards.zone('terms')).rejects.toMatchObject({ code: 'network_error', retryable: true, cause })
})

test('a consent source that throws is reported as invalid_argument', async () => {
  vi.stubGlobal('__tcfapi', () => {
    throw cause
  })
  const { reported } = open({ consent: 'tcf' })
  await expect.poll(() => reported).toHaveLength(1)
  expect(reported[0]).toMatchObject({ code: 'invalid_argument', cause })
  expect(reported[0]?.message).toContain('options.consent')
})
