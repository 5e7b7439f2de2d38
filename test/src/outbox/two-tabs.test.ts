// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createRewards, type Rewards } from '../../../src/index.js'
import type { WaitingEvent } from '../../../src/outbox/waiting-event.js'
import { pendingErasures, setPendingErasure } from '../../../src/session/pending-erasure.js'
import { removeCookie, writeCookie } from '../../../src/token/cookie.js'
import { pageCookie } from '../../page-cookie.js'
import { signJwt } from '../../proof.js'
import { SOON } from '../../soon.js'
import { createGate } from '../session/open-session.js'
import { json, recorded, type Sent, tokenAnswer, web, wire } from '../wire.js'
import { journal, takeJournal, waiting } from './waiting.js'

const domain = 'https://share.brand.com'

beforeEach(forgetAll)
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** What another tab's erasure leaves of this program's data on the device: nothing. */
function forgetAll() {
  localStorage.clear()
  removeCookie(pageCookie(domain))
}

test('an event that another tab takes over before this tab looks belongs to the other tab', async () => {
  const platform = wire(({ path }) =>
    path === '/api/v6/events'
      ? json({ id: 'e-1', event_id: 'e-1', token: 't-1' })
      : web('t-1', JSON.stringify({ id: 'e-1' })),
  )
  const rewards = createRewards({
    domain,
    consent: 'granted',
    carrier: 'header',
    fetch: platform.fetch,
  })
  void rewards.track('purchase', {}, { id: 'taken-over' })
  takeJournal(`rewards:${domain}`)
  await rewards.track('purchase', {}, { id: 'own' })
  // Without locks, this page could deliver the event of the next test.
  await rewards.flush()
  expect(platform.requests.map(({ body }) => body).filter(body => body.includes('taken-over'))).toEqual([])
})

test('an event whose answer is lost is sent again as the same consumer, though another tab has withdrawn consent', async () => {
  const isEvent = ({ path }: Pick<Sent, 'path'>) => path.endsWith('/events')
  let tokens = 0
  let isLost = true
  const platform = wire(sent => {
    if (!isEvent(sent)) return json({ access_token: `t-${++tokens}`, scopes: [] }, 201)
    if (!isLost) return json({ id: 'e-1', event_id: 'e-1', token: 't-1' })
    isLost = false
    // Before this tab hears of it.
    forgetAll()
    throw new TypeError('The answer is lost')
  })
  const rewards = createRewards({ domain, consent: 'granted', carrier: 'header', fetch: platform.fetch })
  const receipt = rewards.track('purchase', {}, { id: 'order-1' })
  await expect.poll(() => isLost).toBe(false)
  // Nothing is left to deliver, as far as this tab can see.
  await rewards.flush()
  const other = new BroadcastChannel(`rewards:${domain}`)
  other.postMessage({ consent: 'denied' })
  await receipt
  other.close()
  expect(platform.requests.filter(isEvent).map(({ token }) => token)).toEqual(['t-1', 't-1'])
})

test('an event that the next consumer has tracked in another tab is not dropped by the logout there', async () => {
  const program = 'https://share.logout.com'
  const name = `rewards:${program}`
  const cookie = pageCookie(program)
  const platform = wire(({ path }) =>
    path.endsWith('/events')
      ? json({ id: 'e-1', event_id: 'e-1', token: 't-1' })
      : json({ access_token: 't-new', scopes: [] }, 201),
  )
  writeCookie(cookie, 't-ann|1|0|0|p-ann|UPDATE_PROFILE')
  const rewards = createRewards({ domain: program, consent: 'granted', carrier: 'header', fetch: platform.fetch })
  await rewards.track('page_view')
  // The other tab logs out, and the next consumer tracks an event there before this tab hears of the logout.
  const event = waiting('next', { owner: '2', data: { step: 'after the logout' } })
  writeCookie(cookie, '|2|0|0|')
  journal(name, event)
  const other = new BroadcastChannel(name)
  other.postMessage({ logout: Date.now() })
  const isSent = () => platform.requests.some(({ body }) => body.includes('after the logout'))
  await expect.poll(() => (isSent() ? 'sent' : rewards.consumer.level)).not.toBe('identified')
  await rewards.flush()
  other.close()
  await expect.poll(isSent).toBe(true)
})

test('where tabs share no token, as on plain http pages, an event that was tracked after a logout in another tab is not dropped', async () => {
  const program = 'https://share.plain.com'
  const name = `rewards:${program}`
  vi.spyOn(document, 'cookie', 'get').mockReturnValue('')
  let isHeld = true
  const platform = wire(({ path }) => {
    if (!path.endsWith('/events')) return json({ access_token: 't-1', scopes: [] }, 201)
    return isHeld ? new Promise(() => {}) : json({ id: 'e-1', event_id: 'e-1', token: 't-1' })
  })
  const rewards = createRewards({ domain: program, consent: 'granted', carrier: 'header', fetch: platform.fetch })
  const before = rewards.track('before')
  const isSent = () => platform.requests.some(({ path }) => path.endsWith('/events'))
  await expect.poll(isSent).toBe(true)
  vi.useFakeTimers({ now: Date.now() + 1_000, toFake: ['Date'] })
  // The other tab logs out its consumer. This tab tracks an event before it hears of the logout.
  const logout = Date.now()
  const after = rewards.track('after')
  takeJournal(name)
  const other = new BroadcastChannel(name)
  other.postMessage({ logout })
  await expect(before).rejects.toMatchObject({ code: 'logged_out' })
  other.close()
  isHeld = false
  await rewards.flush()
  expect(await after).toMatchObject({ event_id: 'e-1' })
  const sent = platform.requests.filter(({ body }) => body.includes('"after"'))
  expect(sent).toHaveLength(1)
})

describe('an event that names the consumer, where tabs share no token and another tab delivers it with its own,', () => {
  /** A page with an anonymous consumer, who is named by `call`. The other tab delivers the event. `hold` holds up the details of its token. */
  async function nameElsewhere<T>(program: string, call: (rewards: Rewards) => Promise<T>, hold = async () => {}) {
    const name = `rewards:${program}`
    vi.spyOn(document, 'cookie', 'get').mockReturnValue('')
    const { locks, hold: holdLock } = createLocks()
    vi.spyOn(navigator, 'locks', 'get').mockReturnValue(locks)
    const platform = wire(async sent => {
      const { path, method, body, token } = sent
      if (path === '/zones') return web(body.includes('ann@example.com') ? 't-ann' : 't-device')
      if (path !== '/api/v5/token') return recorded()
      if (method === 'GET') await hold()
      return tokenAnswer(sent, '', token === 't-ann' ? ['LOCAL_PROFILE', 'UPDATE_PROFILE'] : ['LOCAL_PROFILE'])
    })
    const rewards = createRewards({ domain: program, consent: 'granted', carrier: 'header', fetch: platform.fetch })
    await rewards.zone('terms')
    const release = holdLock(name)
    const named = call(rewards)
    const [{ data, ...event }] = takeJournal(name) as [WaitingEvent]
    const other = new BroadcastChannel(name)
    other.postMessage({ ...event, receipt: { event_id: 'e-1', partner_event_id: event.id } })
    release()
    const claims = () => platform.requests.filter(sent => sent.body.includes('ann@example.com'))
    return { rewards, named, claims, other }
  }
  const identify = (rewards: Rewards) => rewards.identify({ email: 'ann@example.com', first_name: 'Ann' })
  const track = (rewards: Rewards) => rewards.track('newsletter', { email: 'ann@example.com' })

  test.each([
    ['identify()', 'https://share.taken.com', identify],
    ['track()', 'https://share.tracked.com', track],
  ])('identifies the consumer of this tab, too: %s', async (_, program, call) => {
    const { rewards, named, claims, other } = await nameElsewhere<unknown>(program, call)
    await named
    expect(rewards.consumer.level).toBe('identified')
    // The platform records no second event.
    expect(claims().map(({ path, body }) => [path, body])).toEqual([['/zones', '{"data":{"email":"ann@example.com"}}']])
    other.close()
  })

  test('does not identify the next consumer if this one logs out before', async () => {
    const details = createGate()
    const { rewards, named, claims, other } = await nameElsewhere('https://share.gone.com', identify, details.pass)
    await details.reached
    other.postMessage({ logout: Date.now() })
    await expect(named).rejects.toMatchObject({ code: 'logged_out' })
    details.open()
    await rewards.zone('terms')
    expect(rewards.consumer.level).toBe('anonymous')
    expect(claims()).toEqual([])
    other.close()
  })
})

test('after a logout that could not erase everything, events of that login end, and events of other logins are sent, whatever the clock says', async () => {
  const program = 'https://share.ended.com'
  const name = `rewards:${program}`
  const platform = wire(({ path }) =>
    path.endsWith('/events')
      ? json({ id: 'e-1', event_id: 'e-1', token: 't-1' })
      : json({ access_token: 't-new', scopes: [] }, 201),
  )
  // Tracked before the logout: by the person who has left, while the clock was ahead, and by somebody whose event was never sent.
  const store = (id: string, owner: string, at: number) => {
    const event = waiting(id, { owner, key: `${at * 1_000}|${id}`, data: { partner_event_id: id } })
    journal(name, event)
  }
  store('of-ann', '1-ann', Date.now() + 3_600_000)
  store('of-carl', '3-carl', Date.now() - 3_600_000)
  setPendingErasure(name, '1-ann')
  const rewards = createRewards({ domain: program, consent: 'granted', carrier: 'header', fetch: platform.fetch })
  const errors: string[] = []
  rewards.addEventListener('error', ({ detail }) => errors.push(detail.code))
  await rewards.track('purchase', {}, { id: 'of-bob' })
  await rewards.flush()
  const ids = platform.requests
    .filter(({ path }) => path.endsWith('/events'))
    .map(({ body }) => JSON.parse(body).data.partner_event_id)
  expect(ids.sort()).toEqual(['of-bob', 'of-carl'])
  expect(errors).toEqual(['logged_out'])
  // The device stores nothing of that login any more.
  expect(pendingErasures(name)).toEqual([])
})

test('an event whose page loses its cookies right after tracking is sent with the token of its consumer', async () => {
  const program = 'https://share.cleared.com'
  const cookie = pageCookie(program)
  const platform = wire(({ path }) =>
    path.endsWith('/events')
      ? json({ id: 'e-1', event_id: 'e-1', token: 't-1' })
      : json({ access_token: 't-bob', scopes: [] }, 201),
  )
  writeCookie(cookie, 't-ann|1|0|0|p-ann|UPDATE_PROFILE')
  const rewards = createRewards({ domain: program, consent: 'granted', carrier: 'header', fetch: platform.fetch })
  const tracked = rewards.track('purchase')
  // Before the module that delivers events is loaded. Then another person logs in, in another tab.
  removeCookie(cookie)
  writeCookie(cookie, 't-bob|2|0|0|p-bob|UPDATE_PROFILE')
  await tracked
  const events = platform.requests.filter(({ path }) => path.endsWith('/events'))
  expect(events.map(({ token }) => token)).toEqual(['t-ann'])
})

test('an event that the page of its consumer could not send is not sent as another person', async () => {
  const program = 'https://share.crashed.com'
  const cookie = pageCookie(program)
  const platform = wire(({ path }) =>
    path.endsWith('/events')
      ? json({ id: 'e-1', event_id: 'e-1', token: 't-1' })
      : json({ access_token: 't-new', scopes: [] }, 201),
  )
  // The page was closed in the task in which it has tracked the event, and the cookies are gone.
  const event = waiting('crashed', { owner: '1', identity_id: 'p-ann' })
  journal(`rewards:${program}`, event)
  writeCookie(cookie, 't-bob|2|0|0|p-bob|UPDATE_PROFILE')
  const rewards = createRewards({ domain: program, consent: 'granted', carrier: 'header', fetch: platform.fetch })
  await rewards.flush()
  expect(platform.requests.filter(({ path }) => path.endsWith('/events'))).toEqual([])
  // She is back, with another token.
  writeCookie(cookie, 't-ann|3|0|0|p-ann|UPDATE_PROFILE')
  await rewards.flush()
  const events = platform.requests.filter(({ path }) => path.endsWith('/events'))
  expect(events.map(({ token }) => token)).toEqual(['t-ann'])
})

/** The answers to a page of Ann's. */
const asAnn = (sent: Sent) =>
  sent.path.endsWith('/events') ? json({ id: 'e-1', event_id: 'e-1', token: 't-1' }) : tokenAnswer(sent, 't-ann')

/** Opens a page while another tab delivers events, until `release` is called. */
function openBesideDelivery(
  domain: string,
  { fetch }: ReturnType<typeof wire>,
  token = 't-ann|1|0|0|p-ann|UPDATE_PROFILE',
) {
  const name = `rewards:${domain}`
  const { locks, hold } = createLocks()
  vi.spyOn(navigator, 'locks', 'get').mockReturnValue(locks)
  writeCookie(pageCookie(domain), token)
  const rewards = createRewards({ domain, consent: 'granted', carrier: 'header', fetch })
  const release = hold(name)
  const asked = vi.spyOn(locks, 'request')
  /** Whether this page has asked for the lock of the deliveries. */
  const isWaiting = () => asked.mock.calls.some(([lock]) => lock === name)
  return { rewards, release, isWaiting }
}

test('a proof waits for the delivery of another tab, and the deliveries of this tab wait for the proof', async () => {
  const answer = createGate()
  const platform = wire(async ({ path, headers }) => {
    if (!path.endsWith('/events')) return json({ access_token: 't-ann', scopes: [] }, 201)
    if (headers.has('x-svc-jwt')) await answer.pass()
    return json({ id: 'e-1', event_id: 'e-1', token: 't-1' })
  })
  const sent = (text: string) => platform.requests.some(({ body }) => body.includes(text))
  const { rewards, release } = openBesideDelivery('https://share.proved.com', platform)
  const verified = rewards.verify(await signJwt({ email: 'bob@example.com' })).catch(() => {})
  await turn()
  expect(sent('identify')).toBe(false)
  release()
  await answer.reached
  const tracked = rewards.track('purchase')
  await turn()
  expect(sent('purchase')).toBe(false)
  answer.open()
  await Promise.all([verified, tracked])
  expect(sent('purchase')).toBe(true)
})

test('a proof that waits for the delivery of another tab is not sent after a logout', async () => {
  const platform = wire(asAnn)
  const { rewards, release } = openBesideDelivery('https://share.left.com', platform)
  const verified = rewards.verify(await signJwt({ email: 'bob@example.com' }))
  await turn()
  await rewards.logout()
  release()
  await expect(verified).rejects.toMatchObject({ code: 'logged_out' })
  expect(platform.requests.some(({ headers }) => headers.has('x-svc-jwt'))).toBe(false)
})

test('a proof waits for the delivery of another tab for 3 seconds at most', async () => {
  const platform = wire(({ path }) =>
    path.endsWith('/events') ? json({ id: 'e-1' }) : json({ access_token: 't-device', scopes: [] }, 201),
  )
  const isProofSent = () => platform.requests.some(({ headers }) => headers.has('x-svc-jwt'))
  const proof = await signJwt({ email: 'bob@example.com' })
  const device = 't-device|1|0|0|p-device|LOCAL_PROFILE'
  const { rewards, release, isWaiting } = openBesideDelivery('https://share.busy.com', platform, device)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const verified = rewards.verify(proof).catch(() => {})
  while (!isWaiting()) await new Promise(setImmediate)
  await vi.advanceTimersByTimeAsync(2_900)
  expect(isProofSent()).toBe(false)
  await vi.advanceTimersByTimeAsync(200)
  // A poll would let the false time go on.
  vi.useRealTimers()
  await expect.poll(isProofSent, SOON).toBe(true)
  release()
  await verified
})

test('an event waits for the delivery of a tab that is suspended for two minutes at most', async () => {
  const platform = wire(asAnn)
  const isSent = () => platform.requests.some(({ path }) => path.endsWith('/events'))
  const { rewards, release, isWaiting } = openBesideDelivery('https://share.suspended.com', platform)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const tracked = rewards.track('purchase')
  // The code is loaded in the next moments of false time.
  while (!isWaiting()) {
    await vi.advanceTimersByTimeAsync(10)
    await new Promise(setImmediate)
  }
  await vi.advanceTimersByTimeAsync(119_900)
  expect(isSent()).toBe(false)
  await vi.advanceTimersByTimeAsync(200)
  vi.useRealTimers()
  await expect.poll(isSent, SOON).toBe(true)
  await tracked
  release()
})

describe('the calls of Ann, while another tab verifies Bob,', () => {
  async function callDuringProof(program: string, consent: 'granted' | 'unset') {
    const domain = `https://${program}`
    const answer = createGate()
    const platform = wire(async ({ path }) => {
      if (path === '/api/v5/token') return json({ access_token: 't-ann', scopes: [] }, 201)
      await answer.pass()
      return json({ id: 'p-ann', parameters: {}, event_id: 'e-1', data: {} })
    })
    writeCookie(pageCookie(domain), 't-ann|1|0|0|p-ann|UPDATE_PROFILE')
    const rewards = createRewards({ domain, consent, carrier: 'header', fetch: platform.fetch })
    const levels: string[] = []
    rewards.addEventListener('consumer', ({ detail }) => levels.push(`${detail.level} ${detail.identity_id}`))
    const read = rewards.profile.get().catch(error => error)
    await answer.reached
    const zone = rewards.zone('terms').catch(error => error)
    await expect.poll(() => platform.requests.at(-1)?.path, SOON).toBe('/api/v6/zones')
    const calls = Promise.all([read, zone])
    writeCookie(pageCookie(domain), 't-bob|2|0|0|p-bob|VERIFIED_CONSUMER')
    const other = new BroadcastChannel(`rewards:${domain}`)
    other.postMessage('consumer')
    return { rewards, calls, levels, open: answer.open, close: () => other.close() }
  }

  test('end with `logged_out` where the tabs share the token, and the consumer is Bob', async () => {
    const { rewards, calls, levels, close } = await callDuringProof('share.shared.com', 'granted')
    // Nothing has answered them.
    expect(await calls).toMatchObject([{ code: 'logged_out' }, { code: 'logged_out' }])
    await expect.poll(() => levels, SOON).toEqual(['verified p-bob'])
    expect(rewards.consumer.identity_id).toBe('p-bob')
    close()
  })

  test('go on where they share none', async () => {
    const { calls, levels, open, close } = await callDuringProof('share.unshared.com', 'unset')
    await turn()
    await turn()
    open()
    expect(await calls).toMatchObject([{ id: 'p-ann' }, { event_id: 'e-1' }])
    expect(levels).toEqual([])
    close()
  })
})

test('what is tracked while a logout delivers the waiting events is delivered for the person who leaves', async () => {
  const program = 'https://share.leaving.com'
  const answer = createGate()
  const platform = wire(async ({ path, method, token }) => {
    if (path.endsWith('/events')) {
      await answer.pass()
      return json({ id: 'e-1', event_id: 'e-1' })
    }
    return tokenAnswer({ method, token }, 't-next')
  })
  writeCookie(pageCookie(program), 't-ann|1|0|0|p-ann|UPDATE_PROFILE')
  const rewards = createRewards({ domain: program, consent: 'granted', carrier: 'header', fetch: platform.fetch })
  const before = rewards.track('before')
  await answer.reached
  const left = rewards.logout()
  const meanwhile = rewards.track('meanwhile')
  answer.open()
  await Promise.all([before, meanwhile, left])
  const tokens = platform.requests.filter(({ path }) => path.endsWith('/events')).map(({ token }) => token)
  expect(tokens).toEqual(['t-ann', 't-ann'])
})

/** The whole of what the browser has to do now. */
const turn = () => new Promise(resolve => setTimeout(resolve))

/** The locks of a browser. `hold` takes one in another tab, and returns what releases it. */
function createLocks() {
  const queues = new Map<string, Promise<unknown>>()
  const request = (name: string, { signal }: LockOptions, work: () => Promise<unknown>) => {
    const turn = queues.get(name) ?? Promise.resolve()
    const result = turn.then(() => signal?.aborted || work())
    queues.set(name, result)
    const ended = new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
    return Promise.race([result, ended])
  }
  return {
    locks: { request } as unknown as LockManager,
    hold(name: string) {
      const gate = createGate()
      void request(name, {}, gate.pass)
      return gate.open
    },
  }
}

test('two consumers in two tabs who track one own id have an event each', async () => {
  const program = 'https://share.two-consumers.com'
  let tokens = 0
  let isDown = true
  const platform = wire(({ path, token }) => {
    if (!path.endsWith('/events')) return json({ access_token: `t-${++tokens}`, scopes: [] }, 201)
    // The event of the second consumer waits while that of the first is answered.
    return isDown && token === 't-2' ? json({}, 503) : json({ id: `e-${token}`, event_id: `e-${token}` })
  })
  const open = () => createRewards({ domain: program, consent: 'unset', carrier: 'header', fetch: platform.fetch })
  const [one, other] = [open(), open()]
  await one.track('page_view')
  const waits = other.track('purchase', {}, { id: 'J-1' })
  await expect
    .poll(() => platform.requests.some(({ path, token }) => path.endsWith('/events') && token === 't-2'))
    .toBe(true)
  expect(await one.track('purchase', {}, { id: 'J-1' })).toMatchObject({ event_id: 'e-t-1' })
  isDown = false
  expect(await waits).toMatchObject({ event_id: 'e-t-2' })
  one.destroy()
  other.destroy()
})
