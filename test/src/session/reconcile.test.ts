import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Rewards } from '../../../src/index.js'
import { proofOf } from '../../proof.js'
import { SOON } from '../../soon.js'
import { platform, recordedFor, usePlatform } from '../local-platform.js'
import { emailOf, openLossyPage } from '../lossy-page.js'
import { createGate } from './open-session.js'

usePlatform()

/** Events go at once: these tests make many attempts. */
const UNHURRIED = { eventsPerMinute: 60_000 }

/** Delivers until `request` has been sent. */
async function flushUntilSent(rewards: Rewards, bodies: string[], request: string) {
  await vi.waitFor(async () => {
    await rewards.flush()
    expect(bodies.some(body => body.includes(request))).toBe(true)
  }, SOON)
}

const profileEmail = async (rewards: Rewards) => (await rewards.profile.get()).email

describe.each(['cookie', 'header'] as const)('a purchase whose answer is lost (%s)', carrier => {
  /** A page on which Bob is proved while a purchase waits, whose first answer was lost. `loses` names another request that meets this. */
  async function openPage(loses: string, isProvedByHost = false) {
    const bob = emailOf('bob')
    const jwt = await proofOf({ email: bob })
    let isLossy = true
    const { rewards, bodies } = openLossyPage({
      ...UNHURRIED,
      carrier,
      faultOf: request => (isLossy && (request.includes('purchase') || request.includes(loses)) ? 'cut' : undefined),
      ...(isProvedByHost && { jwt: () => jwt }),
    })
    await rewards.zone('terms')
    const id = randomUUID()
    const tracked = rewards.track('purchase', {}, { id })
    await flushUntilSent(rewards, bodies, id)
    return {
      bob,
      rewards,
      bodies,
      id,
      proveBob: () => (isProvedByHost ? rewards.recognize() : rewards.verify(jwt)),
      async recover() {
        isLossy = false
        await rewards.flush()
        await tracked
      },
    }
  }

  test.each([
    ['verify()', false],
    ['recognize()', true],
  ])('stays Ann’s alone where her name’s answer is lost too, and Bob is proved by %s', async (_, isProvedByHost) => {
    const ann = emailOf('ann')
    const { bob, rewards, bodies, id, proveBob, recover } = await openPage(ann, isProvedByHost)
    const identified = rewards.identify({ email: ann })
    await flushUntilSent(rewards, bodies, ann)
    await proveBob()
    await recover()
    await identified
    expect(await recordedFor(id)).toEqual([ann])
    expect(rewards.consumer.level).toBe('verified')
    expect(await profileEmail(rewards)).toBe(bob)
  })

  test('stays Ann’s alone where the answer to her proof is lost too', async () => {
    const ann = emailOf('ann')
    const proof = await proofOf({ email: ann })
    const { bob, rewards, id, proveBob, recover } = await openPage(proof)
    await expect(rewards.verify(proof)).rejects.toMatchObject({ code: 'network_error' })
    await proveBob()
    await recover()
    expect(await recordedFor(id)).toEqual([ann])
    expect(await profileEmail(rewards)).toBe(bob)
  })

  test('is Bob’s where nobody was named before', async () => {
    const { bob, id, proveBob, recover } = await openPage('nothing else')
    await proveBob()
    await recover()
    expect(await recordedFor(id)).toEqual([bob])
  })
})

describe.each(['cookie', 'header'] as const)('a purchase whose answer is lost (%s)', carrier => {
  test.each([
    'zone',
    'eventUrl',
  ] as const)('stays Ann’s alone where the answer to %s() that names her is lost too', async call => {
    const [ann, bob] = [emailOf('ann'), emailOf('bob')]
    let isLossy = true
    let names = 0
    const { rewards, bodies } = openLossyPage({
      ...UNHURRIED,
      carrier,
      faultOf: request => (isLossy && (request.includes('purchase') || request.includes(ann)) ? 'cut' : undefined),
      async hold(request) {
        if (request.includes(ann)) names++
      },
    })
    await rewards.zone('terms')
    const id = randomUUID()
    const tracked = rewards.track('purchase', {}, { id })
    await flushUntilSent(rewards, bodies, id)
    await expect(rewards[call]('terms', { email: ann })).rejects.toMatchObject({ code: 'network_error' })
    // Without the program's cookie, the call ends after its repetition: the proof must come after both.
    expect(names).toBe(carrier === 'cookie' ? 1 : 2)
    await rewards.verify(await proofOf({ email: bob }))
    isLossy = false
    await rewards.flush()
    await tracked
    expect(await recordedFor(id)).toEqual([ann])
  })

  test('is recorded once where the answer to a zone that names Ann is lost, and the token that it has replaced dies', async () => {
    const ann = emailOf('ann')
    let isLossy = true
    let hasLostName = false
    const { rewards, bodies } = openLossyPage({
      ...UNHURRIED,
      carrier,
      faultOf(request) {
        const losesName = request.includes(ann) && !hasLostName
        hasLostName ||= losesName
        return losesName || (isLossy && request.includes('purchase')) ? 'cut' : undefined
      },
    })
    await rewards.zone('terms')
    const id = randomUUID()
    const tracked = rewards.track('purchase', {}, { id })
    await flushUntilSent(rewards, bodies, id)
    await expect(rewards.zone('terms', { email: ann })).rejects.toMatchObject({ code: 'network_error' })
    await rewards.zone('terms')
    await vi.waitFor(() => expect(rewards.consumer.level).toBe('identified'), SOON)
    await platform.db.query("update tokens set invalidated_at = now() - interval '1 hour' where invalidated_at > now()")
    isLossy = false
    await rewards.flush()
    await tracked
    expect(await recordedFor(id)).toEqual([ann])
  })

  test('is delivered before a zone that names somebody is fetched', async () => {
    const ann = emailOf('ann')
    const { rewards, bodies } = openLossyPage({ ...UNHURRIED, carrier })
    await rewards.zone('terms')
    const id = randomUUID()
    const tracked = rewards.track('purchase', {}, { id })
    await rewards.zone('terms', { email: ann })
    await tracked
    const indexOf = (text: string) => bodies.findIndex(body => body.includes(text))
    expect(indexOf(id)).toBeLessThan(indexOf(ann))
  })
})

describe('events around a name that the platform does not get before Bob is proved', () => {
  test.each(['cookie', 'header'] as const)('are each recorded for who was there (%s)', async carrier => {
    const [ann, bob] = [emailOf('ann'), emailOf('bob')]
    const ids = { before: `first-${randomUUID()}`, named: randomUUID(), proved: randomUUID() }
    let isDown = true
    const { rewards } = openLossyPage({
      ...UNHURRIED,
      carrier,
      faultOf: request => (isDown && /first-|ann-/.test(request) ? 'unreachable' : undefined),
    })
    await rewards.zone('terms')
    const waiting = [
      rewards.track('purchase', {}, { id: ids.before }),
      rewards.identify({ email: ann }),
      rewards.track('purchase', {}, { id: ids.named }),
    ]
    await rewards.verify(await proofOf({ email: bob }))
    const tracked = rewards.track('purchase', {}, { id: ids.proved })
    isDown = false
    await rewards.flush()
    await Promise.all([...waiting, tracked])
    expect(await recordedFor(ids.named)).toEqual([ann])
    // The platform had heard of nobody else yet.
    expect(await recordedFor(ids.before)).toEqual([bob])
    expect(await recordedFor(ids.proved)).toEqual([bob])
    expect(await profileEmail(rewards)).toBe(bob)
  })
})

test.each([
  ['verify()', false],
  ['recognize()', true],
])('what is tracked on a page whose consumer only the program’s cookie knows stays theirs: %s', async (_, isProvedByHost) => {
  const [ann, bob] = [emailOf('ann'), emailOf('bob')]
  const browser = { cookie: '' }
  await openLossyPage({ carrier: 'cookie', browser }).rewards.identify({ email: ann })
  const jwt = await proofOf({ email: bob })
  let isLossy = true
  const { rewards } = openLossyPage({
    carrier: 'cookie',
    browser,
    faultOf: request => (isLossy && request.includes('purchase') ? 'cut' : undefined),
    ...(isProvedByHost && { jwt: () => jwt }),
  })
  const id = randomUUID()
  const tracked = rewards.track('purchase', {}, { id })
  await (isProvedByHost ? rewards.recognize() : rewards.verify(jwt))
  isLossy = false
  await rewards.flush()
  await tracked
  expect(await recordedFor(id)).toEqual([ann])
  expect(await profileEmail(rewards)).toBe(bob)
})

describe.each([
  'cookie',
  'header',
] as const)('while Bob’s proof is under way in a browser without locks (%s)', carrier => {
  // With locks, which newer versions of Node have, events wait until the proof has ended.
  beforeEach(() => void vi.stubGlobal('navigator', {}))
  afterEach(() => void vi.unstubAllGlobals())

  /** A page on which Ann is known, and Bob's proof has reached the platform, whose answer has not arrived yet. */
  async function openPage(options: Partial<Parameters<typeof openLossyPage>[0]> = {}) {
    const [ann, bob] = [emailOf('ann'), emailOf('bob')]
    const jwt = await proofOf({ email: bob })
    const answer = createGate()
    const page = openLossyPage({
      ...UNHURRIED,
      carrier,
      hold: request => (request.includes(jwt) ? answer.pass() : undefined),
      ...options,
    })
    await page.rewards.identify({ email: ann })
    const verified = page.rewards.verify(jwt)
    await answer.reached
    return { ...page, ann, bob, jwt, answer, verified }
  }

  test('what is tracked is recorded for Ann, who has tracked it', async () => {
    const { ann, bob, rewards, answer, verified } = await openPage()
    const id = randomUUID()
    const tracked = rewards.track('purchase', {}, { id })
    await vi.waitFor(async () => expect(await recordedFor(id)).toHaveLength(1), SOON)
    answer.open()
    await Promise.all([tracked, verified])
    expect(await recordedFor(id)).toEqual([ann])
    expect(await profileEmail(rewards)).toBe(bob)
  })

  test('what is sent again is recorded for Ann alone, and once', async () => {
    let isLossy = true
    const { ann, rewards, answer, verified } = await openPage({
      faultOf: request => (isLossy && request.includes('purchase') ? 'cut' : undefined),
    })
    const id = randomUUID()
    const tracked = rewards.track('purchase', {}, { id })
    await vi.waitFor(async () => expect(await recordedFor(id)).toHaveLength(1), SOON)
    answer.open()
    await verified
    isLossy = false
    await rewards.flush()
    await tracked
    expect(await recordedFor(id)).toEqual([ann])
  })
})

test('after a refused proof the token travels in the cookie again', async () => {
  const browser = { cookie: '' }
  const { rewards, credentials } = openLossyPage({ carrier: 'cookie', browser })
  await rewards.identify({ email: emailOf('ann') })
  await expect(
    rewards.verify(await proofOf({ email: emailOf('bob') }, { secret: 'the secret of somebody else' })),
  ).rejects.toMatchObject({
    name: 'RewardsError',
  })
  await rewards.track('purchase')
  expect(credentials.at(-1)).toBe('include')
})

test('nothing more is asked where no event waits', async () => {
  const { rewards, bodies } = openLossyPage({ carrier: 'cookie' })
  await rewards.track('purchase')
  const before = bodies.length
  await rewards.verify(await proofOf({ email: emailOf('ann') }))
  expect(bodies.slice(before)).toEqual(['', expect.stringContaining('identify'), ''])
})
