import { describe, expect, test, vi } from 'vitest'
import { createRewards, type Rewards } from '../../src/index.js'
import { SOON } from '../soon.js'
import { usedMegabytes } from '../used-memory.js'
import { against } from './against.js'
import { web, wire } from './wire.js'

const domain = 'https://share.brand.com'

/** A runtime as a server creates it: without a page, and without the option `fetch`. */
const onServer = (options = {}) => createRewards({ domain, ...options })

/** What a component may read while it renders on a server. */
const read = (rewards: Rewards) => ({
  domain: rewards.domain,
  data: rewards.data,
  level: rewards.consumer.level,
  identity_id: rewards.consumer.identity_id,
  isAllowed: rewards.storage.isAllowed,
  owner: rewards.storage.owner,
  shell: rewards.shell,
})

const CALLS: [string, (rewards: Rewards) => Promise<unknown>][] = [
  ['identify', rewards => rewards.identify({ email: 'grace@example.com' })],
  ['verify', rewards => rewards.verify('a.b.c')],
  ['recognize', rewards => rewards.recognize()],
  ['logout', rewards => rewards.logout()],
  ['track', rewards => rewards.track('purchase')],
  ['flush', rewards => rewards.flush()],
  ['eventUrl', rewards => rewards.eventUrl('purchase')],
  ['zone', rewards => rewards.zone('terms')],
  ['share', rewards => rewards.share({ code: 'GRACE', link: 'https://share.brand.com/GRACE' }, 'copy')],
  ['requestVerificationEmail', rewards => rewards.requestVerificationEmail()],
  ['storage.summary', rewards => rewards.storage.summary()],
  ['storage.erase', rewards => rewards.storage.erase()],
  ['receive', rewards => rewards.receive({})],
  ['profile.get', rewards => rewards.profile.get()],
  ['persons().assets.list', rewards => rewards.persons('p-1').assets.list()],
  ['rewardStatus.watch', rewards => rewards.rewardStatus.watch({ polling_id: '1' })[Symbol.asyncIterator]().next()],
]

describe('on a server, without the option `fetch`', () => {
  test.each(CALLS)('%s rejects with browser_only, and sends nothing', async (_, call) => {
    const fetch = vi.spyOn(globalThis, 'fetch')
    try {
      await expect(call(onServer())).rejects.toMatchObject({ code: 'browser_only', retryable: false })
      expect(fetch).not.toHaveBeenCalled()
    } finally {
      fetch.mockRestore()
    }
  })

  test('a call rejects with browser_only before its options are read', async () => {
    const call = onServer().profile.get({ timeout: -1 })
    await expect(call).rejects.toMatchObject({ code: 'browser_only' })
  })

  test('a component can read the runtime while it renders', () => {
    const rewards = onServer({ data: { labels: 'refer' }, consent: 'granted' })
    const listener = () => {}
    rewards.addEventListener('consumer', listener)
    rewards.removeEventListener('consumer', listener)
    expect(read(rewards)).toEqual({
      domain,
      data: { labels: 'refer' },
      level: 'anonymous',
      identity_id: null,
      isAllowed: false,
      owner: undefined,
      shell: undefined,
    })
  })

  test('a call whose promise nobody awaits is no unhandled rejection', async () => {
    const unhandled = vi.fn()
    process.on('unhandledRejection', unhandled)
    onServer().track('purchase')
    onServer().zone('terms')
    await new Promise(resolve => setImmediate(resolve))
    process.off('unhandledRejection', unhandled)
    expect(unhandled).not.toHaveBeenCalled()
  })

  test('a runtime of the module keeps nothing of a request', async () => {
    const rewards = onServer({ consent: 'granted' })
    const before = read(rewards)
    const reported = vi.fn()
    rewards.addEventListener('error', ({ detail }) => reported(detail.code))
    rewards.setConsent('granted')
    expect(reported.mock.calls).toEqual([['browser_only']])
    const failures = await Promise.all(
      ['ann@example.com', 'bob@example.com'].map(email => rewards.identify({ email }).catch(error => error)),
    )
    expect(read(rewards)).toEqual(before)
    // A framework may add to an error: the errors of two requests are two objects.
    expect(failures[0]).not.toBe(failures[1])
  })

  test('the runtimes of past requests leave the memory', () => {
    onServer()
    const before = usedMegabytes()
    for (let count = 0; count < 500; count++) onServer()
    // Each has about 30 kB.
    expect(usedMegabytes() - before).toBeLessThan(3)
  })

  test.each([
    'tcf',
    'gpp',
    'gcm',
    'gpc',
    'denied',
  ] as const)('the consent %s changes no global object', async consent => {
    const before = Object.keys(globalThis)
    const rewards = onServer({ consent })
    await rewards.flush().catch(() => {})
    expect(Object.keys(globalThis)).toEqual(before)
    expect(rewards.storage.isAllowed).toBe(false)
  })

  test('mount() draws nothing, and says so by an error event', () => {
    const rewards = onServer()
    const codes: string[] = []
    rewards.addEventListener('error', ({ detail }) => codes.push(detail.code))
    const mounted = rewards.mount('#rewards', 'terms')
    mounted.update({ labels: 'refer' })
    mounted.remove()
    expect(codes).toEqual(['browser_only'])
    expect(() => mounted.element).toThrow(expect.objectContaining({ code: 'browser_only' }))
  })

  test('an invalid option still throws', () => {
    expect(() => createRewards({ domain: 'share.brand.com' })).toThrow('options.domain')
  })
})

test('on a server, the option `fetch` makes a runtime that sends its calls: for scripts and tests', async () => {
  const { fetch } = wire(() => web('t-1'))
  await expect(createRewards({ domain, fetch }).zone('terms')).resolves.toMatchObject({ name: 'terms', data: null })
})

test.each<[what: string, call: (rewards: Rewards, index: number) => Promise<unknown>]>([
  ['reads', (rewards, index) => rewards.shareables.get(`code-${index}`)],
  [
    'watches',
    (rewards, index) =>
      rewards.rewardStatus
        .watch({ polling_id: `${index}` })
        [Symbol.asyncIterator]()
        .next(),
  ],
  ['downloads', (rewards, index) => rewards.assets.download(`${index}`)],
])('on a server with the option `fetch`, Node warns of no leak while many %s are under way', async (_, call) => {
  const onWarning = vi.fn()
  process.on('warning', onWarning)
  let isHeld = false
  const { rewards, requests } = against(() => (isHeld ? new Promise(() => {}) : undefined))
  await rewards.profile.get()
  const before = requests.length
  isHeld = true
  for (let index = 0; index < 21; index++) call(rewards, index).catch(() => {})
  await vi.waitFor(() => expect(requests).toHaveLength(before + 21), SOON)
  await new Promise(setImmediate)
  process.off('warning', onWarning)
  rewards.destroy()
  expect(onWarning.mock.calls).toEqual([])
})
