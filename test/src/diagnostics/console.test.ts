import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createRewards, RewardsError, type RewardsOptions } from '../../../src/index.js'
import { SOON } from '../../soon.js'
import { against } from '../against.js'
import { json, web, wire } from '../wire.js'

const ERRORS_PAGE = 'https://github.com/rewards-web-sdk/rewards-web-sdk/blob/main/docs/errors.md'

const warned = vi.spyOn(console, 'warn')
const logged = vi.spyOn(console, 'info')

beforeEach(() => {
  for (const spy of [warned, logged]) spy.mockReset().mockImplementation(() => {})
})
afterEach(() => {
  vi.useRealTimers()
})

const warnings = () => warned.mock.calls.map(([line]) => line)
const logs = () => logged.mock.calls.map(([line]) => line)

function create(options: Partial<RewardsOptions> = {}) {
  const { fetch } = wire(() => web('made', '{"id":"e-1"}'))
  return createRewards({ domain: 'https://share.brand.com', fetch, ...options })
}

describe('a runtime without a listener for errors', () => {
  test('warns of a problem: its code, the message and the page about it', async () => {
    await create()
      .zone('')
      .catch(() => {})
    expect(warnings()).toEqual([
      `[rewards] invalid_argument: zone() needs a zone name; got an empty string. See ${ERRORS_PAGE}#invalid_argument`,
    ])
  })

  test('warns of each distinct problem once', async () => {
    const rewards = create()
    await Promise.allSettled([rewards.zone(''), rewards.zone(''), rewards.track(''), rewards.zone('')])
    expect(warnings()).toHaveLength(2)
  })

  test('warns again after the listener was removed', async () => {
    const rewards = create()
    const listener = vi.fn()
    rewards.addEventListener('error', listener)
    await rewards.zone('').catch(() => {})
    expect(warnings()).toEqual([])
    rewards.removeEventListener('error', listener)
    await rewards.track('').catch(() => {})
    expect(warnings()).toHaveLength(1)
    expect(listener).toHaveBeenCalledOnce()
  })

  test('does not warn of an aborted call, nor of a logout', async () => {
    const rewards = create()
    await rewards.zone('hero', {}, { signal: AbortSignal.abort() }).catch(() => {})
    rewards.report('logged_out', 'The consumer logged out')
    expect(warnings()).toEqual([])
  })

  test('never writes an email address or a JWT', () => {
    const error = create().report('internal_error', 'No ada@example.org, no "eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0."')
    expect(error).toBeInstanceOf(RewardsError)
    expect(warnings()).toEqual([`[rewards] internal_error: No … no "…". See ${ERRORS_PAGE}#internal_error`])
  })

  test.each([
    'q7Zk3_Vt0-mB9xYw2LhR5sNd8KfPc1JgTa4EuXi6OvW',
    '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    'svc-3f2504e0-4f89-41d3-9a0c-0305e82c3301',
  ])('never writes a token that a message of the platform quotes: %s', async token => {
    const message = `The access token "${token}" has expired (${token})`
    const fields = { code: 'expired_access_token', http_status_code: 403, message, parameters: {}, unique_id: 'u-1' }
    const { fetch } = wire(() => json(fields, 403))
    const rewards = create({ fetch, carrier: 'header' })
    await rewards.profile.get().catch(() => {})
    await vi.waitFor(() => expect(warnings()).not.toEqual([]), SOON)
    expect(warnings().join()).toContain('The access token "…" has expired (…)')
    expect(warnings().join()).not.toContain(token)
  })

  test.each([
    'Zone "black_friday_2027_banner" has no content',
    'createRewards() has the unknown option "partnerSubscriptionIds2"',
    'The zone "blackFriday2027BannerLarge" is not live',
    'See https://shop.brand.com/2027/rewards-web-sdk/terms-and-conditions-v2',
  ])('writes names in full: %s', message => {
    create().report('internal_error', message)
    expect(warnings()).toEqual([`[rewards] internal_error: ${message}. See ${ERRORS_PAGE}#internal_error`])
  })
})

describe('no_creative is a warning, not a failure:', () => {
  const message = 'Zone "heroo" has no content for this consumer'

  test.each([
    ['does not listen', false],
    ['listens', true],
  ])('one line in the console, and no error event, if the page %s to errors', (_, isListening) => {
    const rewards = create()
    const listener = vi.fn()
    if (isListening) rewards.addEventListener('error', listener)
    expect(rewards.report('no_creative', message)).toMatchObject({ code: 'no_creative', message })
    rewards.report('no_creative', message)
    expect(warnings()).toEqual([`[rewards] no_creative: ${message}. See ${ERRORS_PAGE}#no_creative`])
    expect(listener).not.toHaveBeenCalled()
  })
})

test('a listener that is called once handles that one error', async () => {
  const rewards = create()
  rewards.addEventListener('error', () => {}, { once: true })
  await rewards.zone('').catch(() => {})
  expect(warnings()).toEqual([])
  await rewards.track('').catch(() => {})
  expect(warnings()).toHaveLength(1)
})

describe('the option debug', () => {
  test('writes each call with its duration', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const { rewards } = against(
      async () => {
        vi.advanceTimersByTime(40)
        return undefined
      },
      { debug: true },
    )
    await rewards.profile.get()
    rewards.setConsent('unset')
    expect(logs()).toEqual([
      expect.stringMatching(/^\[rewards\] profile\.get\(\) succeeded after [48]0 ms$/),
      '[rewards] setConsent() succeeded after 0 ms',
    ])
  })

  test('writes the code of a call that failed, also if the page listens to errors', async () => {
    const { rewards } = against(() => undefined, { debug: true })
    await rewards.zone('').catch(() => {})
    expect(() => rewards.setConsent('perhaps' as 'granted')).toThrow()
    expect(logs()).toEqual([
      expect.stringMatching(/^\[rewards\] zone\(\) failed with invalid_argument after \d+ ms$/),
      expect.stringMatching(/^\[rewards\] setConsent\(\) failed with invalid_argument after \d+ ms$/),
    ])
  })

  test('writes no argument of a call', async () => {
    const { rewards } = against(() => undefined, { debug: true })
    await Promise.allSettled([
      rewards.identify({ email: 'ada@example.org', partner_user_id: 'secret-1' }),
      rewards.verify('secret-2'),
      rewards.track('secret-3', { text: 'secret-4' }),
    ])
    expect(logs().length).toBeGreaterThan(2)
    expect(logs().join()).not.toMatch(/secret|ada@/)
  })

  test('is off by default', async () => {
    await create().zone('hero')
    expect(logs()).toEqual([])
  })

  test('must be true or false', () => {
    expect(() => create({ debug: 'yes' as never })).toThrow('options.debug must be true or false; got [object String]')
  })
})
