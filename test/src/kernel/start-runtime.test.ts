// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest'
import { createRewards } from '../../../src/index.js'
import { removeCookie, writeCookie } from '../../../src/token/cookie.js'
import { pageCookie } from '../../page-cookie.js'
import { SOON } from '../../soon.js'
import { journal, waiting } from '../outbox/waiting.js'
import { createGate } from '../session/open-session.js'
import { error, json, recorded, web, wire } from '../wire.js'

const domain = 'https://share.brand.com'

test('an event that an earlier page has sent is sent again with its token, though a link’s token is in force', async () => {
  const platform = wire(({ method, path, token }) =>
    method === 'GET' && path === '/api/v5/token'
      ? json({ access_token: token, scopes: ['LOCAL_PROFILE'], expires_in: 1000, identity_id: `p-${token}` })
      : recorded(),
  )
  writeCookie(pageCookie(domain), 't-device|1|0|0||LOCAL_PROFILE')
  const earlier = waiting('1', { name: 'earlier', owner: '1' })
  journal(`rewards:${domain}`, earlier)
  const sender = { owner: '1', access_token: 't-device', isPerson: false }
  localStorage.setItem(`rewards:${domain}:senders|1|1`, JSON.stringify(sender))
  history.replaceState(null, '', '/?access_token=t-link')
  const rewards = createRewards({ domain, consent: 'granted', carrier: 'header', fetch: platform.fetch })
  // Tracked before the link's token is in force.
  await rewards.track('landed')
  await rewards.flush()
  const events = platform.requests.filter(({ path }) => path.endsWith('/events'))
  expect(events.map(({ token, body }) => [JSON.parse(body).event_name, token]).sort()).toEqual([
    ['earlier', 't-device'],
    ['landed', 't-link'],
  ])
})

test('the calls of a landing page wait for the link’s token, and create no other consumer', async () => {
  const domain = 'https://share.landing.com'
  const platform = wire(({ path, token = 't-new' }) => {
    if (path === '/api/v5/token')
      return json({ access_token: token, scopes: ['LOCAL_PROFILE'], expires_in: 1000, identity_id: 'p-link' })
    return path === '/api/v4/me' ? json({ id: 'p-link', parameters: {} }) : web(token, '{}')
  })
  history.replaceState(null, '', '/?access_token=t-link')
  const rewards = createRewards({ domain, carrier: 'header', fetch: platform.fetch })
  await Promise.all([rewards.zone('terms'), rewards.profile.get()])
  expect(platform.requests.map(({ token }) => token)).toEqual(['t-link', 't-link', 't-link'])
})

test('a link’s token that the page already uses is not asked about', async () => {
  const domain = 'https://share.again.com'
  const platform = wire(() => json({ event_id: 'e-1', campaign_id: 'c-1', data: {} }))
  writeCookie(pageCookie(domain), 't-link|1|0|0||LOCAL_PROFILE')
  history.replaceState(null, '', '/?access_token=t-link')
  const rewards = createRewards({ domain, consent: 'granted', carrier: 'header', fetch: platform.fetch })
  await rewards.zone('terms')
  expect(platform.requests.map(({ path, token }) => [path, token])).toEqual([['/api/v6/zones', 't-link']])
})

test('an event of an earlier page is sent on the page on which the program allows storage, though the cookies are gone', async () => {
  const domain = 'https://share.program.com'
  const platform = wire(({ path }) => (path.endsWith('/events') ? recorded() : web('t-new', '{}')))
  const earlier = waiting('1', { name: 'earlier', owner: '1' })
  journal(`rewards:${domain}`, earlier)
  localStorage.setItem(
    `rewards:${domain}:senders|1|1`,
    JSON.stringify({ owner: '1', access_token: 't-earlier', isPerson: false }),
  )
  const rewards = createRewards({ domain, carrier: 'header', fetch: platform.fetch })
  await rewards.zone('terms')
  const sent = () => platform.requests.filter(({ body }) => body.includes('"earlier"')).map(({ token }) => token)
  await expect.poll(sent, SOON).toEqual(['t-earlier'])
})

describe('a share link that is opened while a call of the same device waits in another tab', () => {
  test.each([
    ['is dead', 'share.dead-link.com', 401],
    ['is alive', 'share.live-link.com', 200],
  ])('ends no call there where its token %s', async (_, program, status) => {
    const domain = `https://${program}`
    const answer = createGate()
    const platform = wire(async ({ path, token }) => {
      if (path === '/api/v4/me') {
        await answer.pass()
        return json({ id: 'p-device', parameters: {} })
      }
      if (token === 't-link' && status === 401) return error(401, 'expired_access_token')
      if (path === '/api/v5/token')
        return json({ access_token: token, scopes: ['LOCAL_PROFILE'], expires_in: 1000, identity_id: `p-${token}` })
      return recorded()
    })
    const options = { domain, consent: 'granted', carrier: 'header', fetch: platform.fetch } as const
    writeCookie(pageCookie(domain), 't-device|1|0|0||LOCAL_PROFILE')
    const call = createRewards(options).profile.get()
    await answer.reached
    history.replaceState(null, '', '/?access_token=t-link')
    const linked = createRewards(options)
    await linked.track('landed')
    const owner = linked.storage.owner
    answer.open()
    expect(await call).toMatchObject({ id: 'p-device' })
    expect(owner === '1').toBe(status === 401)
    const landed = platform.requests.find(({ body }) => body.includes('landed'))
    expect(landed?.token).toBe(status === 401 ? 't-device' : 't-link')
  })
})

/** Safari keeps the messages of other pages from a page in the back/forward cache. */
describe('a page that comes back from the back/forward cache', () => {
  /** A page whose consumer is Ann, while another page does what `meanwhile` says. Each has its own program: runtimes of other tests hear of it, too. */
  async function openAndComeBack(program: string, meanwhile: (cookie: string) => void) {
    const domain = `https://${program}`
    const platform = wire(({ path }) => {
      if (path === '/api/v5/token')
        return json({ access_token: 't-ann', scopes: ['UPDATE_PROFILE'], expires_in: 1000, identity_id: 'p-ann' })
      return path.endsWith('/events') ? recorded() : web('t-new', '{}')
    })
    writeCookie(pageCookie(domain), 't-ann|1|0|0|p-ann|UPDATE_PROFILE')
    const rewards = createRewards({ domain, consent: 'granted', carrier: 'header', fetch: platform.fetch })
    await rewards.track('page_view')
    // Loads the code that follows a logout.
    await rewards.recognize()
    const told: string[] = []
    rewards.addEventListener('consumer', ({ detail }) => told.push(`${detail.level} ${detail.identity_id}`))
    dispatchEvent(Object.assign(new Event('pagehide'), { persisted: true }))
    await null
    meanwhile(pageCookie(domain))
    dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
    // A call from before the logout is followed ends with `logged_out`.
    await new Promise(resolve => setTimeout(resolve))
    const stored = () => [
      ...Object.keys(localStorage).filter(key => key.includes(program)),
      ...document.cookie.split('; ').filter(cookie => cookie.includes(program)),
    ]
    return { rewards, stored, told }
  }

  test('stores nothing any more where another page has deleted everything', async () => {
    const { rewards, stored, told } = await openAndComeBack('share.denied.com', cookie => {
      removeCookie(cookie)
      localStorage.clear()
    })
    expect(told).toEqual(['anonymous null'])
    await rewards.zone('terms')
    const tracked = rewards.track('purchase')
    expect(stored()).toEqual([])
    await tracked
    expect(stored()).toEqual([])
    expect(rewards.storage.isAllowed).toBe(false)
    rewards.setConsent('granted')
    expect(stored()).toHaveLength(1)
  })

  describe('after the cookies are gone', () => {
    /** Ann’s event has no answer when the page is left. */
    async function leaveWithEvent(program: string, meanwhile: (cookie: string) => void) {
      const domain = `https://${program}`
      let isDown = true
      const platform = wire(({ path }) => {
        if (isDown) throw new TypeError('Failed to fetch')
        return path.endsWith('/events') ? recorded() : web('t-new', '{}')
      })
      writeCookie(pageCookie(domain), 't-ann|1|0|0|p-ann|UPDATE_PROFILE')
      const rewards = createRewards({ domain, consent: 'granted', carrier: 'header', fetch: platform.fetch })
      let outcome: unknown
      rewards.track('purchase').then(
        receipt => (outcome = receipt),
        error => (outcome = error),
      )
      await expect.poll(() => platform.requests.length, SOON).toBeGreaterThan(0)
      dispatchEvent(Object.assign(new Event('pagehide'), { persisted: true }))
      meanwhile(pageCookie(domain))
      isDown = false
      dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
      const sent = () => platform.requests.filter(({ body }) => body.includes('purchase')).map(({ token }) => token)
      return { rewards, journal: () => journalOf(domain), sent, outcome: () => outcome }
    }
    const journalOf = (domain: string) => Object.keys(localStorage).filter(key => key.startsWith(`rewards:${domain}|`))

    test('keeps the waiting events of the device, and sends them once storage is allowed again', async () => {
      const { rewards, journal, sent, outcome } = await leaveWithEvent('share.cleared.com', removeCookie)
      await rewards.flush()
      expect(journal()).toHaveLength(1)
      expect([outcome(), rewards.consumer.level, rewards.storage.isAllowed]).toEqual([undefined, 'anonymous', false])
      rewards.setConsent('granted')
      await expect.poll(outcome, SOON).toMatchObject({ event_id: 'e-1' })
      expect(new Set(sent())).toEqual(new Set(['t-ann']))
      expect(journal()).toEqual([])
    })

    test('ends its events that another page has erased', async () => {
      const { outcome } = await leaveWithEvent('share.erased.com', cookie => {
        removeCookie(cookie)
        for (const key of journalOf('https://share.erased.com')) localStorage.removeItem(key)
      })
      await expect.poll(outcome, SOON).toMatchObject({ code: 'logged_out' })
    })
  })

  describe('whose event has no answer when it is left', () => {
    /** Ann's event is tracked while the platform is down. Meanwhile another page does what `meanwhile` says. */
    async function leaveWithEvent(program: string, meanwhile: (domain: string, key: string) => void) {
      const domain = `https://${program}`
      let isDown = true
      const platform = wire(({ path }) => {
        if (path === '/api/v4/me') return new Promise(() => {})
        if (path === '/api/v5/token')
          return json({ scopes: ['UPDATE_PROFILE'], expires_in: 1000, identity_id: 'p-ann' })
        if (isDown) throw new TypeError('Failed to fetch')
        return recorded()
      })
      writeCookie(pageCookie(domain), 't-ann|1|0|0|p-ann|UPDATE_PROFILE')
      const rewards = createRewards({ domain, consent: 'granted', carrier: 'header', fetch: platform.fetch })
      const outcome = rewards.track('purchase', {}, { id: 'order-1' }).catch(error => error.code)
      const call = rewards.profile.get().catch(error => error.code)
      const asked = () => platform.requests.map(({ path }) => path)
      await expect.poll(asked, SOON).toEqual(expect.arrayContaining(['/api/v4/me', '/api/v6/events']))
      dispatchEvent(Object.assign(new Event('pagehide'), { persisted: true }))
      const key = Object.keys(localStorage).find(each => each.startsWith(`rewards:${domain}|`))!
      const before = platform.requests.length
      meanwhile(domain, key)
      isDown = false
      dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
      const sent = () => platform.requests.slice(before).filter(({ body }) => body.includes('order-1'))
      return { rewards, outcome, call, sent }
    }

    test('has the receipt of the event that another page has delivered', async () => {
      const { outcome, sent } = await leaveWithEvent('share.delivered.com', (_, key) => localStorage.removeItem(key))
      expect(await outcome).toMatchObject({ event_id: 'e-1', partner_event_id: 'order-1' })
      // The platform recognizes it, and records nothing.
      expect(sent().map(({ token }) => token)).toEqual(['t-ann'])
    })

    test('ends the event and the calls of a person who has logged out on another page, where the next person is known', async () => {
      const { outcome, call, sent, rewards } = await leaveWithEvent('share.left.com', (domain, key) => {
        localStorage.removeItem(key)
        writeCookie(pageCookie(domain), 't-bob|2|0|0|p-bob|VERIFIED_CONSUMER')
      })
      expect(await outcome).toBe('logged_out')
      expect(await call).toBe('logged_out')
      expect(sent()).toEqual([])
      expect(rewards.consumer.identity_id).toBe('p-bob')
    })

    test('ends the calls of a person who has logged out on another page, before the platform has confirmed it', async () => {
      const { call, sent, rewards } = await leaveWithEvent('share.unconfirmed.com', (domain, key) => {
        localStorage.removeItem(key)
        writeCookie(pageCookie(domain), '|!|0|0|')
      })
      expect(await call).toBe('logged_out')
      expect(sent()).toEqual([])
      expect(rewards.consumer.level).toBe('anonymous')
    })
  })

  test('says who has become the consumer meanwhile', async () => {
    const { rewards, told } = await openAndComeBack('share.person.com', cookie =>
      writeCookie(cookie, 't-bob|2|0|0|p-bob|VERIFIED_CONSUMER'),
    )
    expect(told).toEqual(['verified p-bob'])
    expect(rewards.storage.isAllowed).toBe(true)
  })

  test('goes on as before where nothing has happened', async () => {
    const { rewards, told } = await openAndComeBack('share.same.com', () => {})
    expect(told).toEqual([])
    expect(rewards.consumer).toMatchObject({ level: 'identified', identity_id: 'p-ann' })
    expect(rewards.storage.isAllowed).toBe(true)
  })
})
