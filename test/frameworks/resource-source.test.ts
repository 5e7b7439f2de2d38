import { expect, test, vi } from 'vitest'
import { resourceSource } from '../../frameworks/resource-source.js'
import { createRewards, type Rewards } from '../../src/index.js'
import { createTestPlatform, type TestConsumer } from '../../testing/index.js'
import { SOON } from '../soon.js'
import { usePlatform } from '../src/local-platform.js'
import { page } from '../src/page.js'
import { everyCall } from '../src/resources/every-call.js'

usePlatform()

const ids = { person: 'p-1', asset: 'a-1', share: 's-1', code: 'ada', polling: 'poll-1' }
const reads: [name: string, read: (rewards: Rewards) => Promise<unknown>][] = [
  ['zone', rewards => rewards.zone('terms')],
  ['zone, for a widget', rewards => rewards.zone('terms', {}, { widget: 'share' })],
  ['profile.get, with a timeout', rewards => rewards.profile.get({ timeout: 60_000 })],
  ...Object.entries(everyCall)
    .filter(([name]) => /\.(all|download|downloadByName|export|fromMe|get|list|toMe|url)$/.test(name))
    .map(([name, run]): (typeof reads)[number] => [name, rewards => run(rewards, ids)]),
]

test.each(reads)('a read that nothing needs any more ends, and its failure is no error event: %s', async (_, read) => {
  const fail: (() => void)[] = []
  const { rewards, told } = page({
    fetch: () => new Promise((_, reject) => fail.push(() => reject(new TypeError('Failed to fetch')))),
  })
  const onError = vi.fn()
  const source = resourceSource(rewards, async runtime => read(runtime).catch(onError))
  const unsubscribe = source.subscribe(() => {})
  await vi.waitFor(() => expect(fail).toHaveLength(1), SOON)
  unsubscribe()
  await vi.waitFor(() => expect(onError).toHaveBeenCalledWith(expect.objectContaining({ code: 'aborted' })), SOON)
  fail[0]!()
  await rewards.flush()
  expect(told.error).toEqual([])
})

test('a change that nothing needs any more goes on, and its failure is an error event', async () => {
  const fail: (() => void)[] = []
  const { rewards, told } = page({
    fetch: () => new Promise((_, reject) => fail.push(() => reject(new TypeError('Failed to fetch')))),
  })
  const source = resourceSource(rewards, runtime => runtime.profile.update({ first_name: 'Ada' }))
  const unsubscribe = source.subscribe(() => {})
  await vi.waitFor(() => expect(fail).toHaveLength(1), SOON)
  unsubscribe()
  fail[0]!()
  await vi.waitFor(() => expect(told.error).toMatchObject([{ code: 'network_error' }]), SOON)
})

test('what a function has loaded may read later, also after the value was loaded again', async () => {
  const { options } = createTestPlatformOf({})
  const rewards = createRewards(options)
  const source = resourceSource(rewards, async runtime => ({
    id: (await runtime.profile.get()).id,
    readAgain: async () => (await runtime.profile.get()).id,
  }))
  const unsubscribe = source.subscribe(() => {})
  await expect.poll(() => source.get().value?.id, SOON).toBeTypeOf('string')
  const { id, readAgain } = source.get().value!
  await source.reload()
  expect(await readAgain()).toBe(id)
  unsubscribe()
})

test('the function gets all of the runtime', async () => {
  const { options } = createTestPlatformOf({})
  const rewards = createRewards(options)
  const onZone = vi.fn()
  const source = resourceSource(rewards, async runtime => {
    runtime.addEventListener('zone', onZone)
    await runtime.zone('terms')
    runtime.removeEventListener('zone', onZone)
    return [runtime instanceof EventTarget, runtime.domain, runtime.consumer === rewards.consumer, 'steps' in runtime]
  })
  const unsubscribe = source.subscribe(() => {})
  await expect.poll(() => source.get().value, SOON).toEqual([true, rewards.domain, true, true])
  expect(onZone).toHaveBeenCalledOnce()
  unsubscribe()
})

test('with a level, nothing is asked for below it, and there is no error; it loads once the level is reached', async () => {
  const { platform, options } = createTestPlatformOf({})
  const rewards = createRewards(options)
  const source = resourceSource(rewards, runtime => runtime.referrals.fromMe(), { level: 'verified' })
  const unsubscribe = source.subscribe(() => {})
  await expect.poll(() => source.get().isLoading, SOON).toBe(false)
  expect(source.get()).toEqual({ value: undefined, error: undefined, isLoading: false })
  await source.reload()
  expect(platform.requests).toEqual([])
  await rewards.identify({ email: 'ada@example.com' })
  await rewards.verify(platform.jwt())
  await expect.poll(() => source.get().value, SOON).toEqual([])
  await rewards.logout()
  await expect.poll(() => source.get(), SOON).toEqual({ value: undefined, error: undefined, isLoading: false })
  expect(platform.requests.filter(({ path }) => path.endsWith('/referrals-from-me'))).toHaveLength(1)
  unsubscribe()
})

test('with a level, the option `jwt` is asked first', async () => {
  const { platform, options } = createTestPlatformOf({ level: 'verified', email: 'ada@example.com' })
  const rewards = createRewards(options)
  const source = resourceSource(rewards, runtime => runtime.referrals.fromMe(), { level: 'verified' })
  const unsubscribe = source.subscribe(() => {})
  await expect.poll(() => source.get().value, SOON).toEqual([])
  expect(platform.requests.filter(({ path }) => path.endsWith('/referrals-from-me'))).toHaveLength(1)
  unsubscribe()
})

test.each<[string, (rewards: Rewards) => Promise<unknown>]>([
  ['/referrals-from-me', rewards => rewards.referrals.fromMe()],
  ['/me/shareables', rewards => rewards.shareables.list()],
])('a read for which the option `jwt` proves the consumer is sent once: %s', async (path, read) => {
  const { platform, options } = createTestPlatformOf({ level: 'verified', email: 'ada@example.com' })
  const rewards = createRewards(options)
  const source = resourceSource(rewards, read)
  const values: unknown[] = []
  const unsubscribe = source.subscribe(() => values.push(source.get()))
  await expect.poll(() => source.get().value, SOON).toEqual([])
  await rewards.flush()
  expect(rewards.consumer.level).toBe('verified')
  expect(platform.requests.filter(request => request.path.endsWith(path))).toHaveLength(1)
  expect(values).toEqual([{ value: [], error: undefined, isLoading: false }])
  unsubscribe()
})

test('a read of a runtime that was destroyed has ended, with the error `aborted`', async () => {
  const { options } = createTestPlatformOf({})
  const rewards = createRewards(options)
  rewards.destroy()
  const source = resourceSource(rewards, runtime => runtime.profile.get())
  const unsubscribe = source.subscribe(() => {})
  await expect.poll(() => source.get(), SOON).toMatchObject({ isLoading: false, error: { code: 'aborted' } })
  unsubscribe()
})

function createTestPlatformOf(consumer: TestConsumer) {
  const platform = createTestPlatform({ consumer })
  return { platform, options: platform.options }
}

test.each([
  [
    'a promise in the place of the function',
    Promise.resolve(),
    {},
    /useResource\(\) needs a function.*got \[object Promise\]/,
  ],
  [
    'a misspelt level',
    async () => [],
    { level: 'verfied' },
    /must be one of anonymous, identified, verified; got "verfied"/,
  ],
])('%s throws at once', (_, load, options, message) => {
  const rewards = createRewards(createTestPlatform().options)
  expect(() => resourceSource(rewards, load as never, options as never)).toThrow(message)
})

test('an error of the function itself is reported, for components that do not show it', async () => {
  const onError = vi.fn()
  const rewards = createRewards(createTestPlatform().options)
  rewards.addEventListener('error', ({ detail }) => onError(detail.code, detail.message))
  const source = resourceSource(rewards, () => {
    throw new TypeError('friends.map is not a function')
  })
  const unsubscribe = source.subscribe(() => {})
  await expect.poll(() => source.get().error?.code, SOON).toBe('invalid_argument')
  expect(onError.mock.calls).toEqual([['invalid_argument', expect.stringContaining('friends.map is not a function')]])
  unsubscribe()
})

test('an error of the function is the error of the source, also where the runtime is of a version without report()', async () => {
  const rewards = Object.assign(createRewards(createTestPlatform().options), { report: undefined })
  const source = resourceSource(rewards as unknown as Rewards, () => {
    throw new TypeError('friends.map is not a function')
  })
  const unsubscribe = source.subscribe(() => {})
  const error = { code: 'invalid_argument', message: expect.stringContaining('friends.map is not a function') }
  await expect.poll(() => source.get(), SOON).toMatchObject({ isLoading: false, error })
  unsubscribe()
})

test('with a level, asking who the consumer is ends when nothing needs the value any more', async () => {
  const rewards = createRewards(createTestPlatformOf({}).options)
  const recognize = vi.spyOn(rewards, 'recognize').mockReturnValue(new Promise(() => {}))
  const source = resourceSource(rewards, runtime => runtime.referrals.fromMe(), { level: 'verified' })
  const unsubscribe = source.subscribe(() => {})
  await vi.waitFor(() => expect(recognize).toHaveBeenCalledOnce(), SOON)
  unsubscribe()
  await expect.poll(() => recognize.mock.calls[0]![0]?.signal?.aborted, SOON).toBe(true)
  rewards.destroy()
})

test('an error of the function is not reported once nothing needs the value any more', async () => {
  const onError = vi.fn()
  const rewards = createRewards(createTestPlatform().options)
  rewards.addEventListener('error', ({ detail }) => onError(detail.message))
  const signals: AbortSignal[] = []
  const source = resourceSource(
    rewards,
    (_, signal) =>
      new Promise((_, reject) => {
        signals.push(signal)
        signal.addEventListener('abort', () => reject(new TypeError('Stopped')))
      }),
  )
  const unsubscribe = source.subscribe(() => {})
  await expect.poll(() => signals.length, SOON).toBe(1)
  unsubscribe()
  await expect.poll(() => signals[0]!.aborted, SOON).toBe(true)
  await rewards.flush()
  expect(onError).not.toHaveBeenCalled()
})

test('a setting that does not exist is named in the console, with the nearest one', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { options } = createTestPlatformOf({})
  const rewards = createRewards(options)
  const source = resourceSource(rewards, async () => 1, { levle: 'verified' } as object)
  const unsubscribe = source.subscribe(() => {})
  await expect
    .poll(() => warned.mock.calls.flat(), SOON)
    .toEqual([
      expect.stringContaining('useResource() has the unknown key "levle", which is ignored; did you mean "level"?'),
    ])
  unsubscribe()
  rewards.destroy()
  warned.mockRestore()
})
