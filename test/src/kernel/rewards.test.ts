import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { type Rewards, RewardsError, type RewardsOptions } from '../../../src/index.js'
import { proofOf } from '../../proof.js'
import { SOON } from '../../soon.js'
import { against } from '../against.js'
import { platform, recordedFor, unhandled, usePlatform } from '../local-platform.js'
import { emailOf, openLossyPage } from '../lossy-page.js'
import { page } from '../page.js'
import { json } from '../wire.js'

usePlatform()
afterEach(() => void vi.useRealTimers())

const someone = () => ({ email: `${randomUUID()}@example.com` })

const countOf = async (table: string) =>
  Number((await platform.db.query<{ count: unknown }>(`select count(*) from ${table}`))[0]!.count)
/** The platform's id of a person. */
const personOf = async ({ email }: { email: string }) =>
  (await platform.db.query<{ person_id: string }>('select person_id from persons where email = $1', [email]))[0]
    ?.person_id
/** Declares every token dead that a page has used. */
const killTokens = () => platform.db.query("update tokens set invalidated_at = now() - interval '1 hour'")

describe('a page without a token', () => {
  test('makes no request until a call is made', () => {
    expect(page().requests).toEqual([])
  })

  test('has an anonymous consumer without details', () => {
    expect(page().rewards.consumer).toEqual({ level: 'anonymous', scopes: [], identity_id: null, expires_at: null })
  })

  test('gets its first zone in one request', async () => {
    const { rewards, requests } = page()
    expect(await rewards.zone('share_experience')).toMatchObject({
      name: 'share_experience',
      data: { widget: 'share' },
    })
    expect(requests).toEqual(['POST /zones'])
  })

  test('creates one consumer, however many calls run at once', async () => {
    const before = await countOf('persons')
    const { rewards, tokens, told } = page()
    await Promise.all([
      rewards.zone('share_experience'),
      rewards.zone('terms'),
      rewards.track('page_viewed'),
      rewards.zone('overlay'),
      rewards.track('product_viewed'),
      rewards.profile.get(),
    ])
    expect(await countOf('persons')).toBe(before + 1)
    expect(tokens.size).toBe(1)
    expect(told.error).toEqual([])
  })

  test('creates one consumer if a resource is requested first', async () => {
    const before = await countOf('persons')
    const { rewards, sent } = page()
    const [one, other] = await Promise.all([rewards.profile.get(), rewards.profile.get()])
    expect(one).toEqual(other)
    expect(await countOf('persons')).toBe(before + 1)
    expect(sent('POST /api/v5/token')).toBe(1)
  })

  test('creates one consumer if the zone that brings it is aborted after the platform has received it', async () => {
    const before = await countOf('persons')
    const off = new AbortController()
    const { rewards } = page({
      async fetch(input, init) {
        const request = new Request(input, init)
        const answer = await platform.fetch(request)
        off.abort()
        request.signal.throwIfAborted()
        return answer
      },
    })
    const first = rewards.zone('share_experience', {}, { signal: off.signal })
    await Promise.all([expect(first).rejects.toMatchObject({ code: 'aborted' }), rewards.zone('terms')])
    expect((await countOf('persons')) - before).toBe(1)
  })

  test('gives the other calls their zones if the first zone is aborted', async () => {
    const { rewards, told } = page()
    const controller = new AbortController()
    const first = rewards.zone('share_experience', {}, { signal: controller.signal })
    const second = rewards.zone('share_experience')
    controller.abort()
    await expect(first).rejects.toMatchObject({ code: 'aborted' })
    expect(await second).toMatchObject({ data: { widget: 'share' } })
    expect(told.error).toEqual([])
  })
})

describe('an event', () => {
  test('gets a receipt, which is dispatched', async () => {
    const { rewards, told } = page()
    const receipt = await rewards.track('page_viewed', { container: 'test' })
    const id = expect.stringMatching(/./)
    expect(receipt).toEqual({ event_id: id, name: 'page_viewed', partner_event_id: id })
    expect(told.receipt).toEqual([receipt])
  })

  test('tracked twice with the page’s own id is recorded once', async () => {
    const { rewards } = page()
    const id = randomUUID()
    const first = await rewards.track('purchase', { cart_value: 20 }, { id })
    const before = await countOf('events')
    expect(await rewards.track('purchase', { cart_value: 20 }, { id })).toEqual(first)
    expect(await countOf('events')).toBe(before)
  })

  test('carries the option data, which its own data overrides', async () => {
    const { rewards } = page({ data: { labels: 'refer', locale: 'fr-CA' } })
    const { partner_event_id } = await rewards.track('purchase', { locale: 'de' })
    const [row] = await platform.db.query<{ data: object }>('select data from events where partner_event_id = $1', [
      partner_event_id,
    ])
    expect(row?.data).toMatchObject({ labels: 'refer', locale: 'de' })
  })

  test.each([
    ['no name', undefined, {}],
    ['data that is no JSON', 'purchase', { n: 1n }],
  ])('with %s is an invalid argument, dispatches one error event, and is not sent', async (_, name, data) => {
    const { rewards, requests, told } = page()
    await expect(rewards.track(name as string, data)).rejects.toMatchObject({ code: 'invalid_argument' })
    expect(told.error).toMatchObject([{ code: 'invalid_argument' }])
    expect(requests).toEqual([])
  })
})

describe('the consumer', () => {
  test('is identified by identify()', async () => {
    const { rewards, told } = page()
    expect(await rewards.identify({ ...someone(), first_name: 'Ada' })).toMatchObject({ level: 'identified' })
    expect(rewards.consumer.level).toBe('identified')
    expect(told.consumer.map(({ level }) => level).at(-1)).toBe('identified')
    expect(await rewards.profile.get()).toMatchObject({ first_name: 'Ada' })
  })

  test.each([
    ['partner_user_id_invalid_length', 400, { partner_user_id: 'x'.repeat(400) }],
    ['invalid_email', 403, { email: 'ada@' }],
    ['invalid_email', 403, { email: `${'x'.repeat(400)}@example.com` }],
  ])('stays anonymous if the platform refuses a claim with %s, and identify() rejects', async (code, status, claims) => {
    const { rewards } = page()
    await expect(rewards.identify(claims)).rejects.toMatchObject({ code, status, retryable: false })
    expect(rewards.consumer.level).toBe('anonymous')
  })

  test('stays anonymous if the platform says nothing about a claim, and identify() rejects', async () => {
    const { rewards, told } = page({
      async fetch(input, init) {
        const request = new Request(input, init)
        const text = await request.clone().text()
        if (!text.includes('@example.com')) return platform.fetch(request)
        // As a platform that leaves out a claim which it does not take.
        const { data, ...payload } = JSON.parse(text)
        const { email: _, ...rest } = data
        return platform.fetch(new Request(request, { body: JSON.stringify({ ...payload, data: rest }) }))
      },
    })
    await expect(rewards.identify(someone())).rejects.toMatchObject({ code: 'not_identified', retryable: false })
    expect(told.receipt).toHaveLength(1)
    expect(told.error).toMatchObject([{ code: 'not_identified' }])
  })

  test('is identified by an event with an email address', async () => {
    const { rewards } = page()
    await rewards.track('purchase', someone())
    expect(rewards.consumer.level).toBe('identified')
  })

  test('is verified by a JWT of the brand', async () => {
    const { rewards, told } = page()
    const { email } = someone()
    expect(await rewards.verify(await proofOf({ email }))).toMatchObject({ level: 'verified' })
    expect(told.consumer.map(({ level }) => level).at(-1)).toBe('verified')
    expect(await rewards.profile.get()).toMatchObject({ email })
  })

  test.each(['', 'nonsense', 'a.b.c'])('is not changed by the JWT %j', async jwt => {
    const { rewards, told } = page()
    await expect(rewards.verify(jwt)).rejects.toMatchObject({ name: 'RewardsError', code: 'invalid_argument' })
    expect(rewards.consumer.level).toBe('anonymous')
    expect(told.error).toHaveLength(1)
  })

  test('is the one for whom all earlier events are recorded before another is verified', async () => {
    const { rewards } = page({ eventsPerMinute: 600 })
    await rewards.identify(someone())
    const { id } = await rewards.profile.get()
    const ids = Array.from({ length: 30 }, () => randomUUID())
    for (const each of ids) rewards.track('purchase', {}, { id: each })
    await rewards.verify(await proofOf(someone()))
    const rows = await platform.db.query<{ person_id: string }>(
      'select person_id from events where partner_event_id = any($1)',
      [ids],
    )
    expect(rows.map(({ person_id }) => person_id)).toEqual(ids.map(() => id))
    expect(await rewards.profile.get()).not.toMatchObject({ id })
  })

  test('is verified by a JWT in a header, never in a body', async () => {
    const sent: { jwt: string | null; body: string }[] = []
    const { rewards } = page({
      async fetch(input, init) {
        const request = new Request(input, init)
        sent.push({ jwt: request.headers.get('x-svc-jwt'), body: await request.clone().text() })
        return platform.fetch(request)
      },
    })
    const jwt = await proofOf(someone())
    await rewards.verify(jwt)
    expect(sent.filter(request => request.jwt === jwt)).toHaveLength(1)
    expect(sent.filter(({ body }) => body.includes(jwt))).toEqual([])
  })

  test.each([
    ['has expired', {}, '-1m', 'expired at'],
    ['has no scope', { scope: undefined }, '5m', 'no claim `scope'],
  ])('is identified by a JWT that %s, and an error event says why not verified', async (_, claims, expires, reason) => {
    const { rewards, told } = page()
    const jwt = await proofOf({ ...someone(), ...claims }, { expires })
    expect(await rewards.verify(jwt)).toMatchObject({ level: 'identified' })
    expect(told.error).toMatchObject([{ code: 'not_verified', message: expect.stringContaining(reason) }])
  })

  test('has the platform’s own id, the same on each device', async () => {
    const claims = someone()
    const ids = []
    for (const { rewards } of [page(), page()]) ids.push((await rewards.identify(claims)).identity_id)
    expect(ids[0]).toMatch(/./)
    expect(ids[1]).toBe(ids[0])
  })

  test('is not changed by a JWT with another signature', async () => {
    const { rewards } = page()
    const jwt = await proofOf(someone(), { secret: 'not the secret of the brand, but as long as that one is' })
    await expect(rewards.verify(jwt)).rejects.toMatchObject({ code: expect.stringMatching(/^jwt_/) })
    expect(rewards.consumer.level).not.toBe('verified')
  })

  test.each<[string, (rewards: Rewards, data: object) => Promise<unknown>]>([
    ['track', (rewards, data) => rewards.track('purchase', data)],
    ['zone', (rewards, data) => rewards.zone('terms', data)],
  ])('is identified by the data of %s(), though the platform does not replace the token', async (_, call) => {
    let scopes = ['LOCAL_PROFILE']
    const { rewards } = against(({ path, body }) => {
      if (body.includes('ada@example.com')) scopes = ['UPDATE_PROFILE']
      return path === '/api/v5/token' ? json({ access_token: 'made', expires_in: 60, scopes }) : undefined
    })
    await call(rewards, { email: 'ada@example.com' })
    expect(rewards.consumer.level).toBe('identified')
  })

  test('is identified by eventUrl(), whose URL has the token after that', async () => {
    const { rewards, requests } = against(
      ({ path, body, token = 'made' }) => {
        if (path.endsWith('/events') && body.includes('ada@example.com'))
          return Response.json({ id: 'e-1', event_id: 'e-1' }, { headers: { 'x-svc-token': 'claimed' } })
        const scopes = [token === 'claimed' ? 'UPDATE_PROFILE' : 'LOCAL_PROFILE']
        return path === '/api/v5/token' ? json({ access_token: token, expires_in: 60, scopes }) : undefined
      },
      { data: { labels: 'refer' } },
    )
    const url = new URL(await rewards.eventUrl('mail_opened', { email: 'ada@example.com', cart_value: 3 }))
    expect(url.searchParams.get('labels')).toBe('refer')
    expect(url.searchParams.get('access_token')).toBe('claimed')
    expect(rewards.consumer.level).toBe('identified')
    const [claim] = requests.filter(({ path }) => path.endsWith('/events'))
    expect(JSON.parse(claim!.body).data).toEqual({ email: 'ada@example.com', partner_event_id: expect.any(String) })
  })

  test('is identified before what is tracked after the call', async () => {
    const { rewards, requests } = against(() => undefined)
    await Promise.all([rewards.identify({ email: 'ada@example.com' }), rewards.track('purchase')])
    const events = requests.filter(({ path }) => path.endsWith('/events'))
    expect(events.map(({ body }) => JSON.parse(body).event_name)).toEqual(['identify', 'purchase'])
  })

  test('dispatches no event when the platform replaces their token by another of the same person', async () => {
    const { rewards, requests } = against(({ path }) =>
      path === '/api/v6/zones'
        ? Response.json({ event_id: 'e-1', data: {} }, { headers: { 'x-svc-token': 'rotated' } })
        : undefined,
    )
    const levels: string[] = []
    rewards.addEventListener('consumer', ({ detail }) => levels.push(detail.level))
    await rewards.identify({ email: 'ada@example.com' })
    await rewards.zone('terms')
    await rewards.profile.get()
    expect(requests.at(-1)?.token).toBe('rotated')
    expect(levels).toEqual(['identified'])
  })

  test('cannot be changed by the page', () => {
    const { rewards } = page()
    rewards.consumer.scopes.push('VERIFIED_CONSUMER')
    expect(rewards.consumer.level).toBe('anonymous')
    expect(() => Object.assign(rewards, { consumer: { level: 'verified' } })).toThrow(TypeError)
  })
})

describe('a dead token', () => {
  test('is replaced once for twenty calls that notice it together', async () => {
    const { rewards, sent, told } = page()
    await rewards.profile.get()
    const made = sent('POST /api/v5/token')
    await killTokens()
    const before = await countOf('persons')
    const profiles = await Promise.all(Array.from({ length: 20 }, () => rewards.profile.get()))
    expect(new Set(profiles.map(({ id }) => id)).size).toBe(1)
    expect(sent('POST /api/v5/token')).toBe(made + 1)
    expect(await countOf('persons')).toBe(before + 1)
    expect(told.error).toEqual([])
  })

  test('does not lose an event', async () => {
    const { rewards, told } = page()
    await rewards.zone('terms')
    await killTokens()
    expect(await rewards.track('purchase')).toMatchObject({ event_id: expect.any(String) })
    expect(told.error).toEqual([])
  })

  test('makes a consumer anonymous if the page cannot verify them, and dispatches that', async () => {
    const { rewards, told } = page()
    await rewards.identify(someone())
    await killTokens()
    await rewards.profile.get()
    await vi.waitFor(() => expect(told.consumer.at(-1)).toMatchObject({ level: 'anonymous' }), SOON)
    expect(rewards.consumer.level).toBe('anonymous')
  })

  test('leaves a consumer verified if the page can verify them again', async () => {
    const { email } = someone()
    const asked: string[] = []
    const { rewards } = page({
      async jwt() {
        asked.push(email)
        return proofOf({ email })
      },
    })
    await rewards.verify()
    expect(asked).toHaveLength(1)
    await killTokens()
    const profiles = await Promise.all([rewards.profile.get(), rewards.profile.get(), rewards.profile.get()])
    for (const profile of profiles) expect(profile).toMatchObject({ email })
    expect(asked).toHaveLength(2)
    await vi.waitFor(() => expect(rewards.consumer.level).toBe('verified'), SOON)
  })

  test('that is followed by another one does not loop: the call rejects with the first as cause', async () => {
    const requests: string[] = []
    const { rewards } = page({
      async fetch(input, init) {
        const request = new Request(input, init)
        requests.push(request.url)
        const answer = await platform.fetch(request)
        await killTokens()
        return answer
      },
    })
    const dead = { code: expect.stringMatching(/_access_token$/) }
    await expect(rewards.profile.get()).rejects.toMatchObject({ ...dead, cause: dead })
    expect(requests.length).toBeLessThan(6)
  })
})

describe('a call that fails', () => {
  const unreachable = { fetch: () => Promise.reject(new TypeError('Failed to fetch')) }

  test('rejects with a RewardsError and dispatches one error event', async () => {
    const { rewards, told } = page(unreachable)
    const error = await rewards.zone('terms').catch(error => error)
    expect(error).toBeInstanceOf(RewardsError)
    expect(error).toMatchObject({ code: 'network_error', status: 0, retryable: true, cause: expect.any(TypeError) })
    expect(told.error).toEqual([error])
  })

  test('leaves no unhandled rejection if nobody waits for it', async () => {
    const { rewards, told } = page(unreachable)
    void rewards.zone('terms')
    void rewards.profile.get()
    void rewards.shareables.getOrCreate({ key: 'main' })
    void rewards.identify({})
    void rewards.verify()
    void rewards.share({ code: 'ada', link: 'not a link' }, 'copy')
    await vi.waitFor(() => expect(told.error.length).toBeGreaterThanOrEqual(4), SOON)
    await new Promise(resolve => setImmediate(resolve))
    expect(unhandled).toEqual([])
  })

  test('dispatches no error event if the caller aborted it', async () => {
    const { rewards, told } = page()
    await expect(rewards.zone('terms', {}, { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'aborted' })
    expect(told.error).toEqual([])
  })

  test('with scopes_denied keeps the token', async () => {
    const { rewards, sent } = page()
    await rewards.zone('terms')
    await expect(rewards.shareables.list()).rejects.toMatchObject({
      code: 'scopes_denied',
      status: 403,
      retryable: false,
    })
    expect(sent('POST /api/v5/token')).toBe(0)
    expect(sent('GET /api/v6/me/shareables')).toBe(1)
  })

  test('does not affect later calls', async () => {
    let down = true
    const { rewards } = page({
      fetch: async (input, init) => {
        if (down) throw new TypeError('Failed to fetch')
        return platform.fetch(new Request(input, init))
      },
    })
    await expect(rewards.zone('terms')).rejects.toMatchObject({ code: 'network_error' })
    down = false
    expect(await rewards.zone('share_experience')).toMatchObject({ data: { widget: 'share' } })
  })
})

/** A page that can lose the platform's next answers about a token, and counts what it loses. */
function lossyPage(carrier?: 'header' | 'cookie') {
  const lost = { next: 0, count: 0 }
  const { rewards } = page({
    carrier,
    async fetch(input, init) {
      const request = new Request(input, init)
      const answer = await platform.fetch(request)
      if (request.method !== 'GET' || !request.url.endsWith('/v5/token') || lost.next < 1) return answer
      lost.next--
      lost.count++
      throw new TypeError('Failed to fetch')
    },
  })
  return { rewards, lost }
}

describe.each(['header', 'cookie'] as const)('identify() for two people at once, with the carrier %s,', carrier => {
  test.each([
    ['a page without a token', 0, async () => {}],
    ['a page without a token that loses an answer', 1, async () => {}],
    ['a page of a third person', 0, (rewards: Rewards) => rewards.identify(someone())],
    ['a page of a third person that loses an answer', 1, (rewards: Rewards) => rewards.identify(someone())],
  ])('resolves each promise with its own person: %s', async (_, losses, begin) => {
    const { rewards, lost } = lossyPage(carrier)
    await begin(rewards)
    lost.next = losses
    const [ann, bob] = [someone(), someone()]
    const consumers = await Promise.all([rewards.identify(ann), rewards.identify(bob)])
    expect(consumers.map(({ identity_id }) => identity_id)).toEqual([await personOf(ann), await personOf(bob)])
    expect(rewards.consumer).toEqual(consumers[1])
    expect(lost.count).toBe(losses)
  })

  test('rejects the first, and resolves the second, if nobody can say whom the first has identified', async () => {
    const { rewards, lost } = lossyPage(carrier)
    await rewards.zone('terms')
    lost.next = 2
    const [ann, bob] = [someone(), someone()]
    const first = rewards.identify(ann)
    const second = rewards.identify(bob)
    await expect(first).rejects.toMatchObject({ code: 'network_error', retryable: true })
    expect((await second).identity_id).toBe(await personOf(bob))
  })
})

describe('the runtime as a value', () => {
  test('can be awaited, and returned from an async function', async () => {
    const { rewards } = page()
    expect(await rewards).toBe(rewards)
    expect(await rewards.profile).toBe(rewards.profile)
  })

  test('is one of two in a page, each with its own consumer', async () => {
    const [one, other] = [page(), page()]
    await one.rewards.identify(someone())
    await other.rewards.zone('terms')
    expect(one.rewards.consumer.level).toBe('identified')
    expect(other.rewards.consumer.level).toBe('anonymous')
  })
})

describe('where the platform cannot say who the token stands for', () => {
  const withoutDetails: RewardsOptions['fetch'] = async (input, init) =>
    String(input).endsWith('/v5/token') && init?.method === 'GET'
      ? new Response('', { status: 500 })
      : platform.fetch(new Request(input, init))

  test('an event that names the consumer gets its receipt', async () => {
    const { rewards, told } = page({ fetch: withoutDetails })
    await expect(rewards.track('purchase', someone())).resolves.toHaveProperty('event_id')
    expect(new Set(told.error.map(({ code, status }) => `${code} ${status}`))).toEqual(new Set(['network_error 500']))
  })

  test('identify() rejects, because that was its purpose', async () => {
    const { rewards } = page({ fetch: withoutDetails })
    await expect(rewards.identify(someone())).rejects.toMatchObject({ code: 'network_error', status: 500 })
  })

  test('identify() of another person rejects, and does not resolve with the person before', async () => {
    const { rewards, lost } = lossyPage()
    await rewards.identify(someone())
    const bob = someone()
    // It is asked twice.
    lost.next = 2
    await expect(rewards.identify(bob)).rejects.toMatchObject({ code: 'network_error', retryable: true })
    expect((await rewards.identify(bob)).identity_id).toBe(await personOf(bob))
  })

  test.each([
    'header',
    'cookie',
  ] as const)('verify() of another person rejects, and the page stays with the person before (%s)', async carrier => {
    const [ann, bob] = [emailOf('ann'), emailOf('bob')]
    let losses = 0
    const { rewards } = openLossyPage({
      carrier,
      // A request without a body asks who the token stands for.
      faultOf: request => (request.startsWith('["",') && losses-- > 0 ? 'cut' : undefined),
    })
    await rewards.verify(await proofOf({ email: ann }))
    const proof = await proofOf({ email: bob })
    // It is asked twice.
    losses = 2
    await expect(rewards.verify(proof)).rejects.toMatchObject({ code: 'network_error', retryable: true })
    expect(losses).toBe(0)
    const id = randomUUID()
    await rewards.track('purchase', {}, { id })
    expect(await recordedFor(id)).toEqual([ann])
    expect((await rewards.verify(proof)).identity_id).toBe(await personOf({ email: bob }))
  })

  test.each<[string, RewardsOptions['fetch']]>([
    ['cannot be reached', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['does not answer', () => new Promise(() => {})],
  ])('identify() settles while the platform %s, and its event is delivered later', async (_, broken) => {
    let now = broken
    const { rewards, told } = page({
      fetch: (input, init) => (now ?? ((input, init) => platform.fetch(new Request(input, init))))(input, init),
    })
    // These load the modules that identify() needs: loading takes real time.
    await rewards.flush()
    await rewards.recognize()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const outcome = rewards.identify(someone()).catch(error => error)
    await vi.advanceTimersByTimeAsync(31_000)
    expect(await outcome).toMatchObject({ name: 'RewardsError', code: 'timeout', retryable: true })
    expect(rewards.consumer.level).toBe('anonymous')
    now = undefined
    // The clock stays set, and waitFor() sets it forward: the outbox may be waiting for it.
    await vi.waitFor(async () => {
      await rewards.flush()
      expect(rewards.consumer.level).toBe('identified')
    }, SOON)
    expect(told.receipt).toHaveLength(1)
  })
})
