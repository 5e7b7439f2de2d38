// @vitest-environment happy-dom
import { randomUUID } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import { createRewards } from '../../../src/index.js'
import { writeCookie } from '../../../src/token/cookie.js'
import { PAGE_COOKIE, pageCookie } from '../../page-cookie.js'
import { proofOf } from '../../proof.js'
import { SOON } from '../../soon.js'
import { DOMAIN } from '../local-platform.js'
import { KINDS } from './app.js'
import {
  ALL,
  gate,
  leavePage,
  met,
  newToken,
  pageIn,
  platformFetch,
  revoke,
  somebody,
  soon,
  stopTime,
  usePages,
  welcomed,
} from './page.js'

usePages()

describe.each(KINDS)('a page in an app by %s', kind => {
  test('sends hello, and keeps the token of the app in memory and in the header, never in an address', async () => {
    const { access_token, scopes } = await newToken(somebody())
    const { rewards, app, requests, errors } = pageIn(
      kind,
      {
        hello: () => ({ capabilities: ALL, token: access_token, scopes, person: 'p-1', locale: 'fr-CA' }),
      },
      { consent: 'granted' },
    )
    await rewards.zone('share_experience')
    await rewards.track('purchase')
    const wants = expect.arrayContaining([...ALL, 'insets', 'color_scheme', 'locale', 'consent'])
    expect(app.of('hello')).toEqual([{ protocol: 1, wants }])
    expect(rewards.consumer.level).toBe('identified')
    expect(rewards.data.locale).toBe('fr-CA')
    expect(requests.length).toBeGreaterThan(1)
    for (const { token, url, credentials } of requests) {
      expect(token).toBe(access_token)
      expect(url).not.toContain(access_token)
      expect(credentials).toBe('omit')
    }
    expect(document.cookie + JSON.stringify({ ...localStorage })).not.toContain(access_token)
    // It knows already what it has brought.
    expect(app.of('token.changed')).toEqual([])
    expect(errors).toEqual([])
  })

  test('copies each event to the app, including those before its welcome', async () => {
    const { rewards, app } = pageIn(kind, { hello: () => ({ capabilities: ['event'] }) })
    const early = rewards.track('page_view', { source: 'home' })
    await met(rewards)
    await Promise.all([early, rewards.track('purchase', { cart_value: 3 })])
    expect(app.of('event')).toMatchObject([
      { name: 'page_view', data: { source: 'home' } },
      { name: 'purchase', data: { cart_value: 3 } },
    ])
  })
})

describe('a token', () => {
  test('without scopes is looked up before the first call', async () => {
    const { access_token } = await newToken(somebody())
    const { rewards, app, requests } = pageIn('ios', {
      hello: () => ({ capabilities: ALL, token: access_token }),
    })
    await rewards.zone('share_experience')
    expect(requests[0]).toMatchObject({ line: 'GET /api/v5/token', token: access_token })
    expect(rewards.consumer.level).toBe('identified')
    await soon(() =>
      expect(app.of('token.changed')).toMatchObject([{ token: access_token, scopes: rewards.consumer.scopes }]),
    )
  })

  test('that is dead is renewed by the app once, for all calls that wait', async () => {
    const dead = await newToken(somebody())
    const fresh = await newToken(somebody())
    await revoke(dead.access_token)
    const { rewards, app, requests, errors } = pageIn('android', {
      hello: () => ({ capabilities: ALL, token: dead.access_token, scopes: dead.scopes }),
      'token.renew': () => ({ token: fresh.access_token }),
    })
    const answers = await Promise.all([
      rewards.zone('share_experience'),
      rewards.zone('terms'),
      rewards.shareables.list(),
    ])
    expect(answers).toHaveLength(3)
    expect(app.of('token.renew')).toHaveLength(1)
    expect(rewards.consumer.level).toBe('identified')
    const names = new Map([
      [dead.access_token, 'dead'],
      [fresh.access_token, 'fresh'],
    ])
    const sent = requests.map(({ line, token = 'none' }) => `${names.get(token) ?? token}: ${line}`)
    expect(sent.at(-1), sent.join('\n')).toMatch(/^fresh/)
    expect(requests.map(({ line }) => line)).not.toContain('POST /api/v5/token')
    expect(errors).toEqual([])
  })

  test('that is dead is replaced by an anonymous one if the app has no other', async () => {
    const dead = await newToken(somebody())
    await revoke(dead.access_token)
    const { rewards, app } = pageIn('android', {
      hello: () => ({ capabilities: ALL, token: dead.access_token, scopes: dead.scopes }),
      'token.renew': () => ({ token: dead.access_token }),
    })
    expect(await rewards.zone('terms')).toMatchObject({ name: 'terms' })
    expect(rewards.consumer.level).toBe('anonymous')
    expect(app.of('token.renew').length).toBeLessThan(3)
  })

  test('is created from a JWT if the app sends one', async () => {
    const jwt = await proofOf({ email: somebody() })
    const { rewards, app } = pageIn('react native', { hello: () => ({ capabilities: ALL, jwt }) })
    await rewards.profile.get()
    expect(rewards.consumer.level).toBe('verified')
    await soon(() =>
      expect(app.of('token.changed').at(-1)).toMatchObject({
        token: expect.any(String),
        scopes: rewards.consumer.scopes,
      }),
    )
    expect(JSON.stringify(app.sent)).not.toContain(jwt)
  })

  test('is reported to the app whenever it changes', async () => {
    const before = await newToken()
    const { rewards, app, requests } = pageIn('ios', {
      hello: () => ({ capabilities: ALL, token: before.access_token, scopes: before.scopes }),
    })
    await rewards.identify({ email: somebody() })
    await rewards.verify(await proofOf({ email: somebody() }))
    const held = requests.at(-1)!.token
    await soon(() =>
      expect(app.of('token.changed').at(-1)).toMatchObject({ token: held, scopes: rewards.consumer.scopes }),
    )
    expect(rewards.consumer.level).toBe('verified')
  })

  test('is deleted by a logout, which the app is told and not asked to undo', async () => {
    const { access_token, scopes } = await newToken(somebody())
    const { rewards, app, requests } = pageIn('ios', {
      hello: () => ({ capabilities: ALL, token: access_token, scopes }),
      'token.renew': async () => ({ token: (await newToken(somebody())).access_token }),
    })
    await rewards.zone('terms')
    await rewards.logout()
    expect(app.of('token.changed').at(-1)).toEqual({ token: null })
    expect(requests.at(-1)).toMatchObject({ line: 'DELETE /api/v5/token', token: access_token })
    await rewards.zone('terms')
    expect(rewards.consumer.level).toBe('anonymous')
    expect(app.of('token.renew')).toEqual([])
  })

  test('is in no address with the carrier `query` either', async () => {
    const { access_token, scopes } = await newToken(somebody())
    const { rewards, requests } = pageIn(
      'ios',
      { hello: () => ({ capabilities: ALL, token: access_token, scopes }) },
      { carrier: 'query' },
    )
    await rewards.zone('share_experience')
    await rewards.profile.get()
    expect(requests.map(({ token }) => token)).toEqual([access_token, access_token])
    expect(requests.every(({ url }) => !url.includes(access_token))).toBe(true)
  })

  test('is in no address of an event', async () => {
    const { rewards, errors } = pageIn('ios', { hello: () => ({ capabilities: [] }) })
    await expect(rewards.eventUrl('mail_opened')).rejects.toMatchObject({
      code: 'native_error',
      parameters: { reason: 'token_in_address' },
    })
    expect(errors).toHaveLength(1)
  })

  test.each([
    'auto',
    'query',
  ] as const)('is in no address of a file, with the carrier %s: that address is a blob, and no redirect is followed to an unknown host', async carrier => {
    const jwt = await proofOf({ email: somebody() })
    let isMoved = false
    const { rewards, requests } = pageIn(
      'ios',
      { hello: () => ({ capabilities: ALL, jwt }) },
      {
        carrier,
        fetch: async (input, init) =>
          isMoved && String(input).endsWith('/download')
            ? new Response('', { status: 302 })
            : platformFetch(input, init),
      },
    )
    const { id } = await rewards.assets.create(new File(['hello'], 'note.txt', { type: 'text/plain' }), {
      name: 'note',
    })
    const url = await rewards.assets.url(id)
    expect(url).toMatch(/^blob:/)
    isMoved = true
    await expect(rewards.assets.download(id)).rejects.toMatchObject({
      code: 'native_error',
      parameters: { reason: 'token_in_address' },
    })
    expect(requests.every(({ url }) => !url.includes('access_token'))).toBe(true)
  })

  test('of a share link does not replace the token of the app', async () => {
    const mine = await newToken()
    const link = await newToken()
    history.replaceState(null, '', `/?access_token=${link.access_token}`)
    const { rewards, requests } = pageIn('ios', {
      hello: () => ({ capabilities: ALL, token: mine.access_token, scopes: mine.scopes }),
    })
    await rewards.zone('terms')
    expect(requests.at(-1)?.token).toBe(mine.access_token)
    expect(requests.map(({ token }) => token)).not.toContain(link.access_token)
    expect(location.search).toBe('')
  })

  test('that the page had stored outside the app is replaced by the token of the app, with its person', async () => {
    leavePage()
    const outside = createRewards({
      domain: DOMAIN,
      consent: 'granted',
      fetch: platformFetch,
    })
    await outside.identify({ email: somebody() })
    expect(document.cookie).toMatch(PAGE_COOKIE)
    const before = /_page_token\.[^=]+=([^;|%]+)/.exec(document.cookie)![1]
    const { access_token, scopes } = await newToken(somebody())
    const { rewards, app, requests } = pageIn(
      'ios',
      { hello: () => ({ capabilities: ALL, token: access_token, scopes }) },
      { consent: 'granted' },
    )
    await rewards.zone('terms')
    expect(requests.at(-1)?.token).toBe(access_token)
    expect(document.cookie).not.toMatch(PAGE_COOKIE)
    // Nor is the app told of somebody else's.
    expect(JSON.stringify(app.sent)).not.toContain(before)
  })
})

describe('several welcomes', () => {
  test('with the same content change nothing', async () => {
    const { access_token, scopes } = await newToken(somebody())
    const welcome = { capabilities: ALL, token: access_token, scopes }
    const { rewards, app, requests } = pageIn('android', { hello: () => welcome })
    app.say({ rewards: 1, type: 'welcome', payload: welcome })
    app.say({ rewards: 1, id: 'again', type: 'welcome', payload: welcome })
    await rewards.zone('terms')
    app.say({ rewards: 1, id: app.sent[0]!.id, type: 'welcome', payload: welcome })
    await rewards.zone('terms')
    expect(new Set(requests.map(({ line, token }) => `${line.split(' ')[0]} ${token}`))).toEqual(
      new Set([`POST ${access_token}`]),
    )
    expect(app.of('token.changed')).toEqual([])
  })

  test('with another token start anew; a welcome without a token says nothing about it', async () => {
    const one = await newToken(somebody())
    const two = await newToken(somebody())
    const { rewards, app, requests } = pageIn('ios', {
      hello: () => ({ capabilities: ALL, person: 'p-1', token: one.access_token, scopes: one.scopes }),
    })
    await rewards.zone('terms')
    app.say({ rewards: 1, id: 'n-1', type: 'welcome', payload: { color_scheme: 'dark' } })
    await soon(() => expect(app.sent.at(-1)).toMatchObject({ id: 'n-1', payload: {} }))
    expect(rewards.shell?.offers('share')).toBe(true)
    app.say({
      rewards: 1,
      id: 'n-2',
      type: 'welcome',
      payload: { person: 'p-2', token: two.access_token, scopes: two.scopes },
    })
    await soon(() => expect(app.sent.at(-1)).toMatchObject({ id: 'n-2', payload: {} }))
    await rewards.zone('terms')
    expect(requests.at(-1)?.token).toBe(two.access_token)
  })

  test('of another person end what the page knows of the previous one', async () => {
    const { access_token, scopes } = await newToken(somebody())
    const { rewards, app, requests } = pageIn('ios', {
      hello: () => ({ capabilities: ['share'], person: 'p-1', token: access_token, scopes }),
    })
    await rewards.zone('terms')
    app.say({ rewards: 1, id: 'n-1', type: 'welcome', payload: { person: 'p-1' } })
    await vi.waitFor(() => expect(app.sent.at(-1)).toMatchObject({ id: 'n-1' }), SOON)
    expect(rewards.consumer.level).toBe('identified')
    app.say({ rewards: 1, id: 'n-2', type: 'welcome', payload: { person: 'p-2' } })
    await vi.waitFor(() => expect(app.sent.at(-1)).toMatchObject({ id: 'n-2' }), SOON)
    expect(rewards.consumer.level).toBe('anonymous')
    await rewards.zone('terms')
    expect(requests.at(-1)?.token).not.toBe(access_token)
  })

  test('with the token null log the person out', async () => {
    const { access_token, scopes } = await newToken(somebody())
    const { rewards, app, requests } = pageIn('ios', {
      hello: () => ({ capabilities: ALL, token: access_token, scopes }),
    })
    await rewards.zone('terms')
    app.say({ rewards: 1, id: 'n-1', type: 'welcome', payload: { token: null } })
    await soon(() => expect(app.sent.at(-1)).toMatchObject({ id: 'n-1' }))
    expect(rewards.consumer.level).toBe('anonymous')
    await rewards.zone('terms')
    expect(requests.at(-1)?.token).not.toBe(access_token)
    expect(app.of('token.renew')).toEqual([])
  })
})

describe('an app that does not know the SDK', () => {
  test('is waited for two seconds; then the page continues as in a browser', async () => {
    stopTime()
    const { rewards, app, errors, requests } = pageIn('react native', {})
    const zone = rewards.zone('terms')
    await soon(() => expect(app.sent).toHaveLength(1))
    await vi.advanceTimersByTimeAsync(1_900)
    expect(requests).toEqual([])
    await vi.advanceTimersByTimeAsync(200)
    vi.useRealTimers()
    expect(await zone).toMatchObject({ name: 'terms' })
    expect(rewards.shell).toBeUndefined()
    expect(errors).toEqual([])
    // One that wakes up later is welcome still.
    const { access_token, scopes } = await newToken(somebody())
    app.say({
      rewards: 1,
      id: app.sent[0]!.id,
      type: 'welcome',
      payload: { capabilities: ALL, token: access_token, scopes },
    })
    await soon(() => expect(rewards.consumer.level).toBe('identified'))
    await rewards.zone('terms')
    expect(requests.at(-1)?.token).toBe(access_token)
  })

  test('a framed page does not talk to the app', async () => {
    vi.stubGlobal('top', {})
    const { rewards, app } = pageIn('ios', { hello: () => ({ capabilities: ALL, token: 'secret' }) })
    await rewards.zone('terms')
    await rewards.receive({ rewards: 1, type: 'welcome', payload: { capabilities: ALL, token: 'secret' } })
    await rewards.zone('terms')
    expect(app.sent).toEqual([])
    expect(rewards.shell).toBeUndefined()
  })

  test('a page without an app loads no code for one', () => {
    expect(createRewards({ domain: DOMAIN }).shell).toBeUndefined()
  })

  test('an app that speaks first, after the page has started, is heard', async () => {
    const { access_token, scopes } = await newToken(somebody())
    const late = pageIn('ios', {})
    late.app.leave()
    leavePage()
    const rewards = createRewards({
      domain: DOMAIN,
      fetch: platformFetch,
    })
    await rewards.receive(
      JSON.stringify({ rewards: 1, type: 'welcome', payload: { capabilities: [], token: access_token, scopes } }),
    )
    await soon(() => expect(rewards.consumer.level).toBe('identified'))
  })
})

test('an app that says nothing about the person gets the page’s own token', async () => {
  const { access_token, scopes } = await newToken(somebody())
  writeCookie(pageCookie(DOMAIN), `${access_token}|1|0|0|p-1|${scopes.join('|')}`)
  const { rewards, app } = pageIn('ios', { hello: () => ({ capabilities: ['token.changed'] }) }, { consent: 'granted' })
  await met(rewards)
  await soon(() => expect(app.of('token.changed')).toEqual([{ token: access_token, scopes, expires_at: null }]))
})

describe('events', () => {
  /** The events in the journal. */
  const waiting = () => Object.keys(localStorage).filter(key => key.startsWith(`rewards:${DOMAIN}|`)).length

  test('wait on the device if the app names the person again on the next page', async () => {
    const { access_token, scopes } = await newToken(somebody())
    const hello = () => ({ capabilities: ALL, token: access_token, scopes, person: 'p-1' })
    const offline = pageIn(
      'ios',
      { hello },
      { consent: 'granted', fetch: () => Promise.reject(new TypeError('offline')) },
    )
    await met(offline.rewards)
    const id = randomUUID()
    offline.rewards.track('purchase', {}, { id }).catch(() => {})
    await soon(() => expect(waiting()).toBe(1))
    const next = pageIn('ios', { hello }, { consent: 'granted' })
    const receipt = new Promise(resolve => next.rewards.addEventListener('receipt', ({ detail }) => resolve(detail)))
    expect(await receipt).toMatchObject({ partner_event_id: id })
  })

  test('belong to a login with a random id, which a later page finds by the app’s name for the person until they log out', async () => {
    const { access_token, scopes } = await newToken(somebody())
    const welcome = { capabilities: ALL, token: access_token, scopes, person: 'p-1' }
    const hello = () => welcome
    const options = { consent: 'granted', fetch: gate(({ url }) => url.includes('/events')).fetch } as const
    /** Who has tracked the events in the journal. */
    const logins = () =>
      Object.entries(localStorage)
        .filter(([key]) => key.startsWith(`rewards:${DOMAIN}|`))
        .flatMap(([, record]) => JSON.parse(record))
        .map(({ owner, person }) => ({ owner, person }))
    const first = pageIn('ios', { hello }, options)
    await met(first.rewards)
    first.rewards.track('purchase').catch(() => {})
    const next = pageIn('ios', { hello }, options)
    await met(next.rewards)
    next.rewards.track('purchase').catch(() => {})
    const [login, same] = logins()
    expect(login).toEqual({ owner: expect.stringMatching(/^\d+-\d+-\d+-\d+$/), person: 'p-1' })
    expect(same).toEqual(login)
    await next.rewards.logout()
    expect(logins()).toEqual([])
    const renewed = await newToken(somebody())
    await welcomed(next.app, { ...welcome, token: renewed.access_token, scopes: renewed.scopes })
    next.rewards.track('purchase').catch(() => {})
    const [returned] = logins()
    expect(returned).toEqual({ owner: expect.stringMatching(/^\d+-\d+-\d+-\d+$/), person: 'p-1' })
    expect(returned!.owner).not.toBe(login!.owner)
  })

  test('wait in memory if the app does not name the person', async () => {
    const { access_token, scopes } = await newToken(somebody())
    const hello = () => ({ capabilities: ALL, token: access_token, scopes })
    const { rewards } = pageIn('ios', { hello }, { consent: 'granted' })
    const early = rewards.track('page_view')
    expect(waiting()).toBe(1)
    await met(rewards)
    const late = rewards.track('purchase')
    await early
    await late
    expect(waiting()).toBe(0)
  })
})

test('the page requests only what the app offers, and names the session', async () => {
  const hello = () => ({ capabilities: ['haptic'], session: 's-1' })
  const { rewards, app } = pageIn('ios', { hello })
  await met(rewards)
  const { offers, request, notify } = rewards.shell!
  expect([offers('share'), offers('haptic')]).toEqual([false, true])
  await expect(request('share', {})).rejects.toMatchObject({
    code: 'native_error',
    parameters: { reason: 'not_offered' },
  })
  notify('event', {})
  notify('haptic', { style: 'success' })
  await vi.waitFor(() => expect(app.sent).toHaveLength(2), SOON)
  expect(app.sent.map(({ type, session }) => [type, session])).toEqual([
    ['hello', undefined],
    ['haptic', 's-1'],
  ])
  // What a later welcome no longer names has ended.
  await welcomed(app, { capabilities: ['share'] })
  expect([offers('share'), offers('haptic')]).toEqual([true, false])
})

test('the locale of the app becomes the page’s, and is followed, unless the page has set its own', async () => {
  const hello = () => ({ capabilities: [], locale: 'fr-CA' })
  const { rewards, app } = pageIn('ios', { hello })
  await met(rewards)
  app.say({ rewards: 1, type: 'welcome', payload: { locale: 'de' } })
  await vi.waitFor(() => expect(rewards.data.locale).toBe('de'), SOON)
  const own = pageIn('ios', { hello }, { data: { locale: 'ja' } })
  await met(own.rewards)
  expect(own.rewards.data.locale).toBe('ja')
})

test('the consent of the app becomes the page’s', async () => {
  const { rewards, app } = pageIn(
    'ios',
    { hello: () => ({ capabilities: [], consent: 'granted' }) },
    { consent: 'unset' },
  )
  await met(rewards)
  rewards.track('page_view').catch(() => {})
  expect(Object.keys(localStorage)).toHaveLength(1)
  app.say({ rewards: 1, type: 'welcome', payload: { consent: 'denied' } })
  await soon(() => expect(Object.keys(localStorage)).toEqual([]))
})
