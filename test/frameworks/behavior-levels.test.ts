// @vitest-environment happy-dom
// Whom a behavior asks the platform for, and what it tells the platform and the page. A request that is refused is red in the console of the browser.

import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createRewards, type Zone } from '../../src/index.js'
import { createTestPlatform, fixtures } from '../../testing/index.js'
import {
  createForm,
  createOffer,
  createReferrals,
  createShare,
  createVerification,
} from '../../widgets/headless/index.js'
import { SOON } from '../soon.js'

const { shareable: _, ...withoutLink } = fixtures.share
const { referrals: __, ...withoutFriends } = fixtures.referrals

let cleanUp = () => {}
afterEach(() => {
  cleanUp()
  vi.restoreAllMocks()
})

async function open(level: 'anonymous' | 'identified' | 'verified', withJwt = false) {
  const zones = { invite: withoutLink, friends: withoutFriends }
  const platform = createTestPlatform({
    zones,
    ...(level !== 'anonymous' && { consumer: { level, email: 'ada@example.com' } }),
  })
  const jwt = withJwt ? { jwt: () => platform.jwt() } : {}
  const rewards = createRewards({ ...platform.options, ...jwt })
  cleanUp = () => rewards.destroy()
  const errors: unknown[] = []
  rewards.addEventListener('error', ({ detail }) => errors.push(detail))
  const asked = (part: string) => platform.requests.filter(({ path }) => path.includes(part))
  return { platform, rewards, errors, asked }
}

/** The details of what is done from now on, by each of the two names of the event. */
function heardActions() {
  const heard = { 'rewards:action': [] as object[], 'rewards-action': [] as object[] }
  const controller = new AbortController()
  onTestFinished(() => controller.abort())
  for (const type of ['rewards:action', 'rewards-action'] as const)
    document.addEventListener(type, ({ detail }) => heard[type].push(detail), { signal: controller.signal })
  return heard
}

/** The answer of the platform for a zone with this content. */
const zoneOf = (data: unknown): Zone => ({ name: 'own', data, event_id: 'e-1', campaign_id: 'c-1' })

describe('createShare()', () => {
  test('gives an anonymous consumer scopes_denied without a request', async () => {
    const { rewards, errors, asked } = await open('anonymous')
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const share = createShare(rewards, await rewards.zone('invite'))
    share.subscribe(() => {})
    await expect.poll(() => share.get().error).toMatchObject({ name: 'RewardsError', code: 'scopes_denied' })
    expect(share.get().shareable).toBeUndefined()
    expect(asked('/shareables')).toEqual([])
    expect(errors).toEqual([])
    expect(warned.mock.calls).toEqual([])
  })

  test('loads the link of a consumer who is identified since', async () => {
    const { rewards, asked } = await open('anonymous')
    const share = createShare(rewards, await rewards.zone('invite'))
    share.subscribe(() => {})
    await expect.poll(() => share.get().error).toMatchObject({ code: 'scopes_denied' })
    await rewards.identify({ email: 'ada@example.com' })
    await share.reload()
    expect(share.get()).toMatchObject({ error: undefined, shareable: { link: expect.stringContaining('https://') } })
    expect(asked('/shareables')).toHaveLength(1)
  })

  test('loads the link of a consumer whom the option `jwt` proves', async () => {
    const { rewards } = await open('anonymous', true)
    const share = createShare(rewards, await rewards.zone('invite'))
    share.subscribe(() => {})
    await expect.poll(() => share.get().shareable?.link).toContain('https://')
    expect(share.get().error).toBeUndefined()
  })
})

test('createShare() empties its result before each share, so that the same result is announced again', async () => {
  const { rewards } = await open('anonymous')
  vi.spyOn(rewards, 'share').mockResolvedValue({ outcome: 'handed_off', channel: 'copy', partner_share_id: 'x' })
  const share = createShare(rewards, { ...(await rewards.zone('invite')), data: fixtures.share })
  const outcomes: (string | undefined)[] = []
  share.subscribe(() => outcomes.push(share.get().result?.outcome))
  for (let time = 0; time < 2; time++) await share.share('copy')
  expect(outcomes).toEqual([undefined, 'handed_off', undefined, 'handed_off'])
})

test('createOffer() empties its result before each copy, so that the same result is announced again', async () => {
  const { rewards } = await open('anonymous')
  const offer = createOffer(rewards, { ...(await rewards.zone('invite')), data: fixtures.offer })
  const outcomes: (boolean | undefined)[] = []
  offer.subscribe(() => outcomes.push(offer.get().isCopied))
  for (let time = 0; time < 2; time++) await offer.copy()
  expect(outcomes).toEqual([undefined, outcomes[1], undefined, outcomes[1]])
})

test('createShare() emails the subject of the content, and says when an email has failed', async () => {
  const { rewards } = await open('identified')
  const share = createShare(rewards, { ...(await rewards.zone('invite')), data: fixtures.share })
  const sending = vi.spyOn(rewards.email, 'shareBatch').mockRejectedValue(new Error('Refused'))
  await expect(share.email('bob@example.com')).rejects.toThrow('Refused')
  expect(sending).toHaveBeenCalledWith(expect.objectContaining(fixtures.share.messages!.email))
  expect(share.get().result).toEqual({ channel: 'email', outcome: 'failed' })
})

test('createShare() emails no empty subject, and shares nothing before there is a link', async () => {
  const { rewards } = await open('identified')
  const share = createShare(rewards, zoneOf({ ...withoutLink, messages: { default: 'Have $20:' } }))
  const heard = heardActions()
  expect(await share.share('copy')).toBe('failed')
  const failed = { channel: 'copy', outcome: 'failed' }
  expect(share.get().result).toEqual(failed)
  expect(heard['rewards:action']).toMatchObject([{ zone: 'own', action: 'share', ...failed }])
  const sending = vi.spyOn(rewards.email, 'shareBatch').mockResolvedValue([])
  await share.email('bob@example.com')
  expect(sending.mock.calls).toMatchObject([[{ recipient_emails: ['bob@example.com'], message: 'Have $20:' }]])
  expect(sending.mock.calls[0]![0]).not.toHaveProperty('subject')
})

test('createOffer() tracks for its campaign that the friend goes on, and says so under both names of the event', async () => {
  const { rewards } = await open('anonymous')
  const track = vi.spyOn(rewards, 'track').mockResolvedValue({} as never)
  const heard = heardActions()
  createOffer(rewards, zoneOf(fixtures.offer)).follow()
  expect(track.mock.calls).toEqual([['own_tap', { campaign_id: 'c-1' }]])
  const actions = [{ zone: 'own', action: 'continue' }]
  expect(heard).toEqual({ 'rewards:action': actions, 'rewards-action': actions })
})

describe('createForm()', () => {
  const SURVEY = { event: 'survey', fields: [{ type: 'checkbox', name: 'gift', label: 'It is a gift' }] }

  test('tracks each form that is sent as an event of its own, with false for a box that is not ticked', async () => {
    const { rewards } = await open('anonymous')
    const track = vi.spyOn(rewards, 'track').mockResolvedValue({} as never)
    const form = createForm(rewards, zoneOf(SURVEY))
    for (const gift of [false, true]) expect(await form.submit({ gift })).toBe(true)
    expect(track.mock.calls.map(([name, data]) => [name, data])).toEqual([
      ['survey', { gift: false, campaign_id: 'c-1' }],
      ['survey', { gift: true, campaign_id: 'c-1' }],
    ])
    expect(new Set(track.mock.calls.map(([, , options]) => options?.id)).size).toBe(2)
  })

  test('is open again when the platform refuses later what was sent without a network', async () => {
    const { rewards } = await open('anonymous')
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    let refuse = (_: Error) => {}
    vi.spyOn(rewards, 'track').mockReturnValue(
      new Promise((_, reject) => {
        refuse = reject
      }),
    )
    const form = createForm(rewards, zoneOf(SURVEY))
    const heard = heardActions()
    expect(await form.submit({ gift: true })).toBe(true)
    expect(form.get().step).toBe('done')
    const error = new Error('Refused')
    refuse(error)
    await expect.poll(() => form.get(), SOON).toMatchObject({ step: 'open', error })
    expect(heard['rewards:action']).toMatchObject([{ outcome: 'done' }, { outcome: 'failed' }])
  })
})

test('a behavior begins again for the next subscriber', async () => {
  const { rewards } = await open('anonymous')
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const share = createShare(rewards, await rewards.zone('invite'))
  const unsubscribe = share.subscribe(() => {})
  await expect.poll(() => share.get().error).toMatchObject({ code: 'scopes_denied' })
  unsubscribe()
  await rewards.identify({ email: 'ada@example.com' })
  share.subscribe(() => {})
  await expect.poll(() => share.get().shareable?.link).toMatch(/^https:/)
})

test('createVerification() sends one email for two presses', async () => {
  const { rewards, platform } = await open('identified')
  const verification = createVerification(rewards)
  await Promise.all([verification.send(), verification.send()])
  const sent = platform.requests.filter(({ path }) => path.endsWith('/send-verification-email'))
  expect([sent.length, verification.get().step]).toEqual([1, 'sent'])
})

test('createVerification() takes nobody for verified who is only identified since', async () => {
  const { rewards } = await open('anonymous')
  const verification = createVerification(rewards)
  const steps: string[] = []
  const end = verification.subscribe(() => steps.push(verification.get().step))
  await expect.poll(() => steps).toEqual(['address'])
  await rewards.identify({ email: 'ada@example.com' })
  expect(rewards.consumer.level).toBe('identified')
  expect(steps).not.toContain('verified')
  end()
})

test('createVerification() keeps verified what was verified while the email was sent', async () => {
  const { rewards, platform } = await open('identified', true)
  vi.spyOn(rewards, 'requestVerificationEmail').mockImplementation(async () => {
    platform.verify()
    await rewards.recognize()
    return { polling_id: 'p-1', status: 'SUCCEEDED' }
  })
  const verification = createVerification(rewards)
  await verification.send()
  expect(rewards.consumer.level).toBe('verified')
  expect(verification.get().step).not.toBe('sent')
})

test('createVerification() asks for an address where the platform knows none to send to', async () => {
  const { rewards, platform } = await open('identified')
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  platform.fail('/me/send-verification-email', { status: 403, code: 'invalid_person_email' })
  const verification = createVerification(rewards)
  const heard = heardActions()
  await verification.send()
  expect(verification.get().step).toBe('address')
  expect(heard['rewards:action']).toMatchObject([{ action: 'verify', outcome: 'failed' }])
})

describe('createReferrals()', () => {
  test.each([
    'anonymous',
    'identified',
  ] as const)('gives an %s consumer scopes_denied without a request', async level => {
    const { rewards, errors, asked } = await open(level)
    const referrals = createReferrals(rewards, await rewards.zone('friends'))
    referrals.subscribe(() => {})
    await expect.poll(() => referrals.get().error).toMatchObject({ name: 'RewardsError', code: 'scopes_denied' })
    expect(asked('/me/')).toEqual([])
    expect(errors).toEqual([])
  })

  test('loads the friends of a consumer whom the option `jwt` proves', async () => {
    const { rewards } = await open('anonymous', true)
    const referrals = createReferrals(rewards, await rewards.zone('friends'))
    referrals.subscribe(() => {})
    await expect.poll(() => referrals.get().friends).toBeDefined()
    await expect.poll(() => referrals.get().canRemind).toBe(true)
  })

  test('reminds nobody unless the content says so', async () => {
    const { rewards, asked } = await open('verified', true)
    await rewards.recognize()
    const { remind: _, ...data } = fixtures.referrals
    const referrals = createReferrals(rewards, { ...(await rewards.zone('friends')), data })
    referrals.subscribe(() => {})
    await rewards.shares.list()
    await rewards.flush()
    expect([referrals.get().canRemind, asked('/shareables')]).toEqual([false, []])
  })

  test('reminds a friend once, and copies the link as often as it is asked to', async () => {
    const { rewards } = await open('verified', true)
    await rewards.recognize()
    const result = { channel: 'copy', partner_share_id: 'x' } as const
    const share = vi
      .spyOn(rewards, 'share')
      .mockResolvedValueOnce({ ...result, outcome: 'handed_off' })
      .mockResolvedValue({ ...result, outcome: 'shared' })
    const referrals = createReferrals(rewards, {
      ...(await rewards.zone('friends')),
      data: { ...fixtures.referrals, referrals: fixtures.consumer.referrals },
    })
    referrals.subscribe(() => {})
    await expect.poll(() => referrals.get().canRemind).toBe(true)
    const outcomes: (string | undefined)[] = []
    const [friend, other] = referrals.get().friends!
    for (let time = 0; time < 3; time++) outcomes.push((await referrals.remind(friend!, 'Come back'))?.outcome)
    expect(outcomes).toEqual(['handed_off', 'shared', undefined])
    expect(share.mock.calls.map(([, , text]) => text?.message)).toEqual(['Come back', 'Come back'])
    const twice = await Promise.all([referrals.remind(other!), referrals.remind(other!)])
    expect(twice.map(reminder => reminder?.outcome)).toEqual(['shared', undefined])
    expect(share).toHaveBeenCalledTimes(3)
    expect(Object.keys(referrals.get().reminders).sort()).toEqual([friend!.id, other!.id].sort())
  })
})
