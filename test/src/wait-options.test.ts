import { randomUUID } from 'node:crypto'
import { getEventListeners } from 'node:events'
import { describe, expect, test, vi } from 'vitest'
import type { Rewards, WaitOptions } from '../../src/index.js'
import { proofOf } from '../proof.js'
import { SOON } from '../soon.js'
import { failure } from './failure.js'
import { platform, recordedFor, usePlatform } from './local-platform.js'
import { page } from './page.js'
import { namesOfCalls } from './resources/every-call.js'

usePlatform()

const email = () => `${randomUUID()}@example.com`

/** A page whose requests wait until `release()`. */
async function heldPage(options: Parameters<typeof page>[0] = {}) {
  let release = () => {}
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  let isHeld = false
  const opened = page({
    fetch: async (input, init) => {
      const request = new Request(input, init)
      if (isHeld) await held
      return platform.fetch(request)
    },
    ...options,
  })
  await opened.rewards.profile.get()
  isHeld = true
  return { ...opened, release }
}

const calls: [name: string, run: (rewards: Rewards, options: WaitOptions) => Promise<unknown>][] = [
  ['identify', (rewards, options) => rewards.identify({ email: email() }, options)],
  ['verify', async (rewards, options) => rewards.verify(await proofOf({ email: email() }), options)],
  ['zone', (rewards, options) => rewards.zone('terms', {}, options)],
  ['profile.get', (rewards, options) => rewards.profile.get(options)],
  ['parameters.all', (rewards, options) => rewards.parameters.all(options)],
  ['shareables.list', (rewards, options) => rewards.shareables.list({}, options)],
  ['shareables.get', (rewards, options) => rewards.shareables.get('ada', options)],
  ['referrals.toMe', (rewards, options) => rewards.referrals.toMe(options)],
  ['rewardStatus.get', (rewards, options) => rewards.rewardStatus.get({ polling_id: 'p' }, options)],
  ['privacy.export', (rewards, options) => rewards.privacy.export(options)],
  ['privacy.requestDeletion', (rewards, options) => rewards.privacy.requestDeletion(options)],
  ['assets.url', (rewards, options) => rewards.assets.url('1', options)],
  ['persons.assets.list', (rewards, options) => rewards.persons('ada').assets.list(options)],
]

test.each(calls)('%s() listens to its signal no longer than it runs', async (_, run) => {
  const { rewards } = page()
  const { signal } = new AbortController()
  await run(rewards, { signal }).catch(() => {})
  expect(getEventListeners(signal, 'abort')).toEqual([])
})

describe.each(calls)('%s()', (name, run) => {
  test('ends with `aborted` when its signal is aborted, without an error event', async () => {
    const { rewards, told, release } = await heldPage()
    const stop = new AbortController()
    const outcome = run(rewards, { signal: stop.signal }).catch(error => error)
    stop.abort()
    expect(await outcome).toMatchObject({ name: 'RewardsError', code: 'aborted' })
    release()
    await rewards.flush()
    expect(told.error).toEqual([])
  })

  test('ends with `timeout` after its timeout', async () => {
    const { rewards, release } = await heldPage()
    const error = await failure(run(rewards, { timeout: 5 }))
    expect(error).toMatchObject({ code: 'timeout', retryable: true })
    expect(error.message).toContain(`${name}()`)
    release()
  })

  test('sends nothing if its signal is aborted already', async () => {
    const { rewards, requests } = page()
    await expect(run(rewards, { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'aborted' })
    await rewards.flush()
    expect(requests).toEqual([])
  })

  test.each([
    [{ timeout: -1 }],
    [{ timeout: Number.NaN }],
    [{ timeout: '5' }],
    [{ timeout: null }],
    [{ signal: {} }],
    [{ signal: 'now' }],
  ])('refuses %o before anything is sent', async options => {
    const { rewards, requests } = page()
    const error = await failure(run(rewards, options as WaitOptions))
    expect(error).toMatchObject({ code: 'invalid_argument' })
    expect(error.message).toContain(`${name}()`)
    await rewards.flush()
    expect(requests).toEqual([])
  })
})

/** The calls that read, with the arguments before their options. */
const READS: Record<string, (rewards: Rewards, options: WaitOptions) => Promise<unknown>> = {
  'profile.get': ({ profile }, options) => profile.get(options),
  'parameters.all': ({ parameters }, options) => parameters.all(options),
  'assets.list': ({ assets }, options) => assets.list(options),
  'assets.get': ({ assets }, options) => assets.get('1', options),
  'assets.url': ({ assets }, options) => assets.url('1', options),
  'personAssets.list': ({ persons }, options) => persons('p').assets.list(options),
  'personAssets.get': ({ persons }, options) => persons('p').assets.get('1', options),
  'personAssets.url': ({ persons }, options) => persons('p').assets.url('1', options),
  'audienceMemberships.list': ({ audienceMemberships }, options) => audienceMemberships.list(options),
  'journeys.list': ({ journeys }, options) => journeys.list({}, options),
  'referrals.fromMe': ({ referrals }, options) => referrals.fromMe(options),
  'referrals.toMe': ({ referrals }, options) => referrals.toMe(options),
  'rewardStatus.get': ({ rewardStatus }, options) => rewardStatus.get({ polling_id: 'p' }, options),
  'shareables.list': ({ shareables }, options) => shareables.list({}, options),
  'shareables.get': ({ shareables }, options) => shareables.get('ada', options),
  'shares.list': ({ shares }, options) => shares.list({}, options),
  'shares.get': ({ shares }, options) => shares.get('s-1', options),
  'steps.list': ({ steps }, options) => steps.list({}, options),
}

test('READS has every call that reads', () => {
  const reads = namesOfCalls().filter(name => /\.(all|fromMe|get|list|toMe|url)$/.test(name))
  expect(Object.keys(READS).sort()).toEqual(reads.sort())
})

test.each(Object.entries(READS))('%s() takes options as its last argument', async (_, read) => {
  const { rewards, requests } = page()
  expect(await failure(read(rewards, { signal: AbortSignal.abort() }))).toMatchObject({ code: 'aborted' })
  expect(await failure(read(rewards, { timeout: -1 }))).toMatchObject({ code: 'invalid_argument' })
  expect(requests).toEqual([])
})

test('recognize() ends with `timeout`, and the consumer is verified later', async () => {
  let signIn: (jwt: string) => void = () => {}
  const jwt = new Promise<string>(resolve => {
    signIn = resolve
  })
  const { rewards } = page({ jwt: () => jwt })
  await expect(rewards.recognize({ timeout: 5 })).rejects.toMatchObject({ code: 'timeout' })
  await expect(rewards.recognize({ signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'aborted' })
  await expect(rewards.recognize({ timeout: -1 })).rejects.toMatchObject({ code: 'invalid_argument' })
  signIn(await proofOf({ email: email() }))
  await vi.waitFor(() => expect(rewards.consumer.level).toBe('verified'), SOON)
})

test('a claim whose wait has ended is recorded, and identifies the consumer', async () => {
  const { rewards, told, release } = await heldPage()
  const address = email()
  await expect(rewards.identify({ email: address }, { timeout: 5 })).rejects.toMatchObject({ code: 'timeout' })
  release()
  await vi.waitFor(() => expect(rewards.consumer.level).toBe('identified'), SOON)
  await vi.waitFor(() => expect(told.receipt).toHaveLength(1), SOON)
  expect(await recordedFor(told.receipt[0]!.partner_event_id)).toEqual([address])
})

test('a proof whose wait has ended verifies the consumer', async () => {
  const { rewards, release } = await heldPage()
  const proof = await proofOf({ email: email() })
  await expect(rewards.verify(proof, { timeout: 5 })).rejects.toMatchObject({ code: 'timeout' })
  release()
  await vi.waitFor(() => expect(rewards.consumer.level).toBe('verified'), SOON)
})

test('a read whose wait has ended leaves the same read of another caller alone', async () => {
  const { rewards, release } = await heldPage()
  const stop = new AbortController()
  const one = rewards.profile.get({ signal: stop.signal }).catch(error => error)
  const other = rewards.profile.get()
  stop.abort()
  release()
  expect(await one).toMatchObject({ code: 'aborted' })
  expect(await other).toHaveProperty('id')
})

test('a timeout that is longer than a timer can run does not end the wait', async () => {
  const { rewards, release } = await heldPage()
  const waiting = rewards.zone('terms', {}, { timeout: 2 ** 40 })
  // A timer that is too long would end first.
  await expect(rewards.profile.get({ timeout: 5 })).rejects.toMatchObject({ code: 'timeout' })
  release()
  expect(await waiting).toMatchObject({ name: 'terms' })
})

test('a zone that waits for six others ends at once when its signal is aborted', async () => {
  const { rewards, release } = await heldPage()
  const others = [1, 2, 3, 4, 5, 6].map(n => rewards.zone('terms', { n }))
  const stop = new AbortController()
  const seventh = rewards.zone('overlay', {}, { signal: stop.signal }).catch(error => error)
  stop.abort()
  expect(await seventh).toMatchObject({ code: 'aborted' })
  release()
  await Promise.all(others)
})
