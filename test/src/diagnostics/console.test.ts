import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createRewards, type Rewards, RewardsError, type RewardsOptions } from '../../../src/index.js'
import { createCalls } from '../../../src/page/calls.js'
import { SOON } from '../../soon.js'
import { against } from '../against.js'
import { lifetime } from '../lifetime.js'
import { json, web, wire } from '../wire.js'
import { failToLoad } from './load.js'

const ERRORS_PAGE = 'https://github.com/rewards-web-sdk/rewards-web-sdk/blob/main/docs/errors.md'

const warned = vi.spyOn(console, 'warn')
const logged = vi.spyOn(console, 'info')

beforeEach(() => {
  for (const spy of [warned, logged]) spy.mockReset().mockImplementation(() => {})
})
afterEach(() => {
  vi.useRealTimers()
})

const lines = () => warned.mock.calls.map(([line]) => String(line))
const logs = () => logged.mock.calls.map(([line]) => line)
const LAST = 'The last line'

/** The warnings that a runtime has written: what a line says is loaded first. */
async function warningsOf(rewards: Rewards) {
  rewards.report('element_not_defined', LAST)
  await vi.waitFor(() => expect(lines().join()).toContain(LAST), SOON)
  return lines().filter(line => !line.includes(LAST))
}

function create(options: Partial<RewardsOptions> = {}) {
  const { fetch } = wire(() => web('made', '{"id":"e-1"}'))
  return createRewards({ domain: 'https://share.brand.com', fetch, ...options })
}

test('an address that would contain the token is explained for events and for files', async () => {
  const rewards = create()
  const message = 'A native app may log a URL that contains the token'
  rewards.report('native_error', message, { parameters: { reason: 'token_in_address' } })
  const [line] = await warningsOf(rewards)
  expect(line).toContain(`native_error: ${message}. Use track() instead of eventUrl(). A file needs a \`content_url\``)
})

test.each([
  ['recipt', 'The runtime has no event "recipt"; did you mean "receipt"?'],
  ['rewards-action', 'The runtime has no event "rewards-action"; its events are consumer, destroy, '],
])('a listener for the event %s, which does not exist, is reported', async (type, message) => {
  const rewards = create()
  rewards.addEventListener(type, () => {})
  const warnings = await warningsOf(rewards)
  expect(warnings).toEqual([expect.stringContaining(`unknown_event: ${message}`)])
  expect(warnings[0]).toMatch(/errors\.md#unknown_event$/)
})

test('a listener for an event of the runtime is not reported', async () => {
  const rewards = create()
  for (const type of ['consumer', 'destroy', 'error', 'receipt', 'shell', 'zone'])
    rewards.addEventListener(type, () => {})
  expect(await warningsOf(rewards)).toEqual([])
})

describe('a runtime without a listener for errors', () => {
  test('says what to do where the message of the platform does not, and ends each sentence once', async () => {
    const rewards = create()
    rewards.report('scopes_denied', 'The consumer must be verified')
    rewards.report('unknown_key', 'Did you mean "data"?')
    for (const code of ['misdirected_request', 'not_found', 'jwt_authentication_error']) rewards.report(code, 'No')
    expect(await warningsOf(rewards)).toEqual([
      `[rewards] scopes_denied: The consumer must be verified. Set the option \`jwt\`, or call identify() or verify() first. See ${ERRORS_PAGE}#scopes_denied`,
      `[rewards] unknown_key: Did you mean "data"? See ${ERRORS_PAGE}#unknown_key`,
      `[rewards] misdirected_request: No. Check the option \`domain\`. See ${ERRORS_PAGE}#misdirected_request`,
      `[rewards] not_found: No. Check the option \`domain\`. See ${ERRORS_PAGE}#not_found`,
      `[rewards] jwt_authentication_error: No. Compare its kid and key with the registered keys. See ${ERRORS_PAGE}#jwt_authentication_error`,
    ])
  })

  test('warns of a problem: its code, the message and the page about it', async () => {
    const rewards = create()
    await rewards.zone('').catch(() => {})
    expect(await warningsOf(rewards)).toEqual([
      `[rewards] invalid_argument: zone() needs a zone name; got an empty string. See ${ERRORS_PAGE}#invalid_argument`,
    ])
  })

  test('warns of each distinct problem once', async () => {
    const rewards = create()
    await Promise.allSettled([rewards.zone(''), rewards.zone(''), rewards.track(''), rewards.zone('')])
    expect(await warningsOf(rewards)).toHaveLength(2)
  })

  test('warns again after the listener was removed', async () => {
    const rewards = create()
    const listener = vi.fn(({ detail }: CustomEvent<RewardsError>) => detail.code)
    rewards.addEventListener('error', listener)
    await rewards.zone('').catch(() => {})
    rewards.removeEventListener('error', listener)
    await rewards.track('').catch(() => {})
    expect(await warningsOf(rewards)).toEqual([expect.stringContaining('track() needs')])
    expect(listener).toHaveBeenCalledOnce()
  })

  test('does not warn of an aborted call, nor of a logout', async () => {
    const rewards = create()
    await rewards.zone('hero', {}, { signal: AbortSignal.abort() }).catch(() => {})
    rewards.report('logged_out', 'The consumer logged out')
    expect(await warningsOf(rewards)).toEqual([])
  })

  test('never writes an email address or a JWT', async () => {
    const rewards = create()
    const error = rewards.report('internal_error', 'No ada@example.org, no "eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0."')
    expect(error).toBeInstanceOf(RewardsError)
    expect(await warningsOf(rewards)).toEqual([
      `[rewards] internal_error: No … no "…". See ${ERRORS_PAGE}#internal_error`,
    ])
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
    const written = (await warningsOf(rewards)).join()
    expect(written).toContain('The access token "…" has expired (…)')
    expect(written).not.toContain(token)
  })

  test.each([
    'Zone "black_friday_2027_banner" has no content',
    'createRewards() has the unknown option "partnerSubscriptionIds2"',
    'The zone "blackFriday2027BannerLarge" is not live',
    'See https://shop.brand.com/2027/rewards-web-sdk/terms-and-conditions-v2',
  ])('writes names in full: %s', async message => {
    const rewards = create()
    rewards.report('internal_error', message)
    expect(await warningsOf(rewards)).toEqual([
      `[rewards] internal_error: ${message}. See ${ERRORS_PAGE}#internal_error`,
    ])
  })
})

describe('no_creative is a warning, not a failure:', () => {
  const message = 'Zone "heroo" has no content for this consumer'

  test.each([
    ['does not listen', false],
    ['listens', true],
  ])('one line in the console, and no error event, if the page %s to errors', async (_, isListening) => {
    const rewards = create()
    const listener = vi.fn()
    if (isListening) rewards.addEventListener('error', listener)
    expect(rewards.report('no_creative', message)).toMatchObject({ code: 'no_creative', message })
    rewards.report('no_creative', message)
    expect(await warningsOf(rewards)).toEqual([`[rewards] no_creative: ${message}. See ${ERRORS_PAGE}#no_creative`])
    expect(listener).not.toHaveBeenCalled()
  })
})

test('a listener that is called once handles that one error', async () => {
  const rewards = create()
  rewards.addEventListener('error', ({ detail }) => detail.code, { once: true })
  await rewards.zone('').catch(() => {})
  await rewards.track('').catch(() => {})
  expect(await warningsOf(rewards)).toEqual([expect.stringContaining('track() needs')])
})

test('where the words cannot be loaded, the line has the code, once, and the message only if the network has failed', async () => {
  const calls = createCalls({ lifetime, loadDiagnostics: failToLoad })
  for (const message of ['ada@example.org', 'another']) calls.warn(new RewardsError('internal_error', message))
  calls.warn(new RewardsError('network_error', 'https://share.brand.com/zones cannot be reached'))
  await vi.waitFor(() => expect(lines()).toHaveLength(2), SOON)
  expect(lines()).toEqual([
    '[rewards] internal_error: see docs/errors.md',
    '[rewards] network_error: https://share.brand.com/zones cannot be reached',
  ])
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
    await vi.waitFor(() => expect(logs()).toHaveLength(2), SOON)
    expect(logs()).toEqual([
      expect.stringMatching(/^\[rewards\] profile\.get\(\) succeeded after [48]0 ms$/),
      '[rewards] setConsent() succeeded after 0 ms',
    ])
  })

  test('writes the code of a call that failed, also if the page listens to errors', async () => {
    const { rewards } = against(() => undefined, { debug: true })
    await rewards.zone('').catch(() => {})
    expect(() => rewards.setConsent('perhaps' as 'granted')).toThrow()
    await vi.waitFor(() => expect(logs()).toHaveLength(2), SOON)
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
    await vi.waitFor(() => expect(logs().length).toBeGreaterThan(2), SOON)
    expect(logs().join()).not.toMatch(/secret|ada@/)
  })

  test('is off by default', async () => {
    const rewards = create()
    await rewards.zone('hero')
    await warningsOf(rewards)
    expect(logs()).toEqual([])
  })

  test('must be true or false', () => {
    expect(() => create({ debug: 'yes' as never })).toThrow('options.debug must be true or false; got [object String]')
  })
})
