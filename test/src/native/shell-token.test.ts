// @vitest-environment happy-dom
import { randomUUID } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import { createRewards, type RewardsError } from '../../../src/index.js'
import { PAGE_COOKIE } from '../../page-cookie.js'
import { proofOf } from '../../proof.js'
import { DOMAIN, recordedFor } from '../local-platform.js'
import {
  ALL,
  gate,
  leavePage,
  met,
  pageIn,
  platformFetch,
  provenToken,
  revoke,
  somebody,
  soon,
  stopTime,
  usePages,
  welcomed,
} from './page.js'

usePages()

/** What a welcome says of a token. */
const asWelcome = ({ access_token, scopes }: { access_token: string; scopes: string[] }) => ({
  token: access_token,
  scopes,
})
const isFor = (path: string, token: string) => (request: Request) =>
  request.url.endsWith(path) && request.headers.get('authorization') === `Bearer ${token}`

describe('a change of the person in the app', () => {
  test('never sends token.changed with null, though the page loads zones meanwhile', async () => {
    const one = await provenToken(somebody())
    const two = await provenToken(somebody())
    const { rewards, app, requests } = pageIn('ios', {
      hello: () => ({ capabilities: ALL, person: 'p-1', ...asWelcome(one) }),
    })
    await rewards.zone('terms')
    const zones: Promise<unknown>[] = []
    rewards.addEventListener('consumer', () => zones.push(rewards.zone('terms')))
    await welcomed(app, { person: 'p-2', ...asWelcome(two) })
    await Promise.all(zones)
    expect(zones.length).toBeGreaterThan(0)
    expect(app.of('token.changed')).toEqual([])
    expect(new Set(requests.map(({ token }) => token))).toEqual(new Set([one.access_token, two.access_token]))
    expect(rewards.consumer.level).toBe('verified')
  })

  test('lets no answer for the previous person reach the page', async () => {
    for (const names of [
      { before: 'p-1', after: 'p-2' },
      { before: undefined, after: undefined },
    ]) {
      const one = await provenToken(somebody())
      const two = await provenToken(somebody())
      const door = gate(isFor('/api/v4/me', one.access_token))
      const { rewards, app } = pageIn(
        'android',
        { hello: () => ({ capabilities: ALL, person: names.before, ...asWelcome(one) }) },
        { fetch: door.fetch },
      )
      const levels: string[] = []
      rewards.addEventListener('consumer', ({ detail }) => levels.push(detail.level))
      const profile = rewards.profile.get()
      await soon(() => expect(door.held).toHaveLength(1))
      await welcomed(app, { person: names.after, ...asWelcome(two) })
      door.open()
      await expect(profile).rejects.toMatchObject({ code: 'logged_out' })
      // What is shown hears that somebody has gone.
      expect(levels).toEqual(['verified', 'anonymous', 'verified'])
    }
  })

  test('runs nothing for the new person that waited for the previous one', async () => {
    const one = await provenToken(somebody())
    const two = await provenToken(somebody())
    let give: (token: object) => void = () => {}
    const { rewards, app } = pageIn('ios', {
      hello: () => ({ capabilities: ALL, person: 'p-1', ...asWelcome(one) }),
      'token.renew': () => new Promise(resolve => (give = resolve)),
    })
    await rewards.profile.get()
    await revoke(one.access_token)
    const changes = [{ first_name: 'Ada' }, { last_name: 'Lovelace' }].map(change => rewards.profile.update(change))
    await soon(() => expect(app.of('token.renew')).toHaveLength(1))
    await welcomed(app, { person: 'p-2', ...asWelcome(two) })
    give(asWelcome(two))
    const ends = await Promise.allSettled([...changes, rewards.profile.get()])
    expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled'])
    for (const end of ends.slice(0, 2)) expect(end).toMatchObject({ reason: { code: 'logged_out' } })
    expect(await rewards.profile.get()).toMatchObject({ first_name: null, last_name: null })
  })

  test('without a token makes the page ask for one', async () => {
    const one = await provenToken(somebody())
    const two = await provenToken(somebody())
    const { rewards, app, requests } = pageIn('ios', {
      hello: () => ({ capabilities: ALL, person: 'p-1', ...asWelcome(one) }),
      'token.renew': () => asWelcome(two),
    })
    await rewards.zone('terms')
    await welcomed(app, { person: 'p-2' })
    await rewards.zone('terms')
    expect(app.of('token.renew')).toHaveLength(1)
    expect(requests.at(-1)?.token).toBe(two.access_token)
  })

  test('several times in quick succession starts the page with the last person, and aborts nothing of that person', async () => {
    const one = await provenToken(somebody())
    const email = somebody()
    const two = await provenToken(email)
    const { rewards, app, requests, errors } = pageIn('android', {})
    const id = randomUUID()
    const calls = [rewards.zone('terms'), rewards.profile.get(), rewards.track('page_view', {}, { id })]
    await soon(() => expect(app.sent).toHaveLength(1))
    const hello = app.sent[0]!.id
    app.say({ rewards: 1, id: hello, payload: { capabilities: ALL, person: 'p-1', ...asWelcome(one) } })
    app.say({ rewards: 1, type: 'welcome', payload: { person: 'p-2', ...asWelcome(two) } })
    expect(await Promise.all(calls)).toMatchObject([{ name: 'terms' }, { email }, { partner_event_id: id }])
    expect(new Set(requests.map(({ token }) => token))).toEqual(new Set([two.access_token]))
    expect(errors).toEqual([])
  })

  test('gives no event to the next person', async () => {
    const [ada, grace] = [somebody(), somebody()]
    const one = await provenToken(ada)
    const two = await provenToken(grace)
    const door = gate(({ url }) => url.includes('/events'))
    const { rewards, app } = pageIn(
      'ios',
      { hello: () => ({ capabilities: ALL, ...asWelcome(one) }) },
      { fetch: door.fetch },
    )
    await rewards.zone('terms')
    const ids = [randomUUID(), randomUUID(), randomUUID()]
    const purchases = ids.map(id => rewards.track('purchase', {}, { id }))
    await soon(() => expect(door.held).toHaveLength(1))
    await welcomed(app, asWelcome(two))
    door.open()
    for (const purchase of purchases) await expect(purchase).rejects.toMatchObject({ code: 'logged_out' })
    const id = randomUUID()
    await rewards.track('purchase', {}, { id })
    expect(await recordedFor(id)).toEqual([grace])
    for (const id of ids) expect(await recordedFor(id)).not.toContain(grace)
  })

  test('with the same person and another token keeps running calls', async () => {
    const email = somebody()
    const one = await provenToken(email)
    const two = await provenToken(email)
    const door = gate(isFor('/api/v4/me', one.access_token))
    const { rewards, app, errors, requests } = pageIn(
      'ios',
      { hello: () => ({ capabilities: ALL, person: 'p-1', ...asWelcome(one) }) },
      { fetch: door.fetch },
    )
    const profile = rewards.profile.get()
    await soon(() => expect(door.held).toHaveLength(1))
    await welcomed(app, { person: 'p-1', ...asWelcome(two) })
    door.open()
    expect(await profile).toMatchObject({ email })
    await rewards.zone('terms')
    expect(requests.at(-1)?.token).toBe(two.access_token)
    expect(errors).toEqual([])
  })
})

describe('the token of an app', () => {
  test('that its welcome leaves out is asked for before the first call, if the app offers to renew it', async () => {
    const { access_token, scopes } = await provenToken(somebody())
    const { rewards, app, requests } = pageIn('ios', {
      hello: () => ({ capabilities: ['token.renew'] }),
      'token.renew': () => ({ token: access_token, scopes }),
    })
    await rewards.zone('terms')
    expect(app.of('token.renew')).toHaveLength(1)
    expect(requests.map(({ token }) => token)).toEqual([access_token])
  })

  test('survives a network failure while its details are loaded, and is not reported as changed', async () => {
    const { access_token } = await provenToken(somebody())
    let online = false
    const { rewards, app, requests } = pageIn(
      'ios',
      { hello: () => ({ capabilities: ALL, token: access_token }) },
      { fetch: (...args) => (online ? platformFetch(...args) : Promise.reject(new TypeError('offline'))) },
    )
    await expect(rewards.zone('terms')).rejects.toMatchObject({ code: 'network_error' })
    online = true
    await rewards.zone('terms')
    expect(rewards.consumer.level).toBe('verified')
    expect(app.of('token.changed')).toMatchObject([{ token: access_token }])
    const calls = requests.filter(({ line }) => !line.startsWith('HEAD'))
    expect(new Set(calls.map(({ token }) => token))).toEqual(new Set([access_token]))
  })

  test('survives a network failure when it comes as a JWT', async () => {
    const jwt = await proofOf({ email: somebody() })
    let online = false
    const { rewards, errors } = pageIn(
      'ios',
      { hello: () => ({ capabilities: ['token.changed'], jwt }) },
      { fetch: (...args) => (online ? platformFetch(...args) : Promise.reject(new TypeError('offline'))) },
    )
    await soon(() => expect(errors[0]).toMatchObject({ code: 'network_error' }))
    online = true
    await rewards.zone('terms')
    expect(rewards.consumer.level).toBe('verified')
  })

  test('can be replaced by a JWT when it is dead', async () => {
    const dead = asWelcome(await provenToken(somebody()))
    await revoke(dead.token)
    const { rewards, app } = pageIn('ios', {
      hello: () => ({ capabilities: ALL, ...dead }),
      'token.renew': async () => ({ jwt: await proofOf({ email: somebody() }) }),
    })
    await rewards.profile.get()
    expect(rewards.consumer.level).toBe('verified')
    expect(app.of('token.renew')).toHaveLength(1)
  })

  test('that is dead again and again leaves an anonymous consumer, and is requested no more', async () => {
    const dead = asWelcome(await provenToken(somebody()))
    await revoke(dead.token)
    const { rewards, app, requests } = pageIn('ios', {
      hello: () => ({ capabilities: ALL, ...dead }),
      'token.renew': () => dead,
    })
    expect(await rewards.zone('terms')).toMatchObject({ name: 'terms' })
    expect(await rewards.zone('share_experience')).toMatchObject({ name: 'share_experience' })
    expect(rewards.consumer.level).toBe('anonymous')
    expect(app.of('token.renew').length).toBeLessThan(3)
    expect(requests.filter(({ token }) => token === dead.token).length).toBeLessThan(3)
  })

  test('arriving after a logout is ignored', async () => {
    for (const logsOut of ['app', 'page']) {
      const one = await provenToken(somebody())
      let give: (token: object) => void = () => {}
      const { rewards, app } = pageIn('ios', {
        hello: () => ({ capabilities: ALL, person: 'p-1', ...asWelcome(one) }),
        'token.renew': () => new Promise(resolve => (give = resolve)),
      })
      await rewards.zone('terms')
      await revoke(one.access_token)
      const list = rewards.shareables.list()
      await soon(() => expect(app.of('token.renew')).toHaveLength(1))
      const gone = logsOut === 'app' ? welcomed(app, { token: null }) : rewards.logout()
      await soon(() => expect(rewards.consumer.level).toBe('anonymous'))
      await gone.catch(() => {})
      give(asWelcome(await provenToken(somebody())))
      await list.catch(() => {})
      await rewards.zone('terms')
      expect(rewards.consumer.level).toBe('anonymous')
    }
  })

  test('that never comes is waited for as long as any answer', async () => {
    stopTime()
    const one = await provenToken(somebody())
    const { rewards, app } = pageIn('ios', {
      hello: () => ({ capabilities: ALL, ...asWelcome(one) }),
      'token.renew': () => new Promise(() => {}),
    })
    await rewards.zone('terms')
    await revoke(one.access_token)
    const calls = [rewards.shareables.list(), rewards.zone('terms'), rewards.shareables.list()]
    await soon(() => expect(app.of('token.renew')).toHaveLength(1))
    await vi.advanceTimersByTimeAsync(10_000)
    vi.useRealTimers()
    await Promise.allSettled(calls)
    expect(app.of('token.renew')).toHaveLength(1)
    expect(rewards.consumer.level).toBe('anonymous')
  })

  test('is ignored and never quoted when no header can carry it', async () => {
    for (const token of ['secret\nsecret', 'секрет', 'sec|ret', { secret: 1 }]) {
      // As WebKit and Firefox do, too: their error quotes the header.
      const { rewards, errors } = pageIn('ios', { hello: () => ({ capabilities: ['token.changed'], token }) })
      await rewards.zone('terms').catch(() => {})
      expect(rewards.consumer.level).toBe('anonymous')
      expect(texts(errors)).not.toMatch(/sec|сек/)
      expect(errors).toEqual([])
    }
  })

  test('is never quoted in an error about an invalid answer', async () => {
    const { access_token } = await provenToken(somebody())
    const { rewards, errors } = pageIn(
      'ios',
      { hello: () => ({ capabilities: ALL, token: access_token }) },
      { fetch: async () => new Response(`{"access_token":${access_token}`) },
    )
    await rewards.zone('terms').catch(() => {})
    expect(errors.length).toBeGreaterThan(0)
    expect(texts(errors)).not.toContain(access_token.slice(0, 6))
    expect(errors[0]?.code).not.toBe('invalid_argument')
  })
})

describe('a logout in the app', () => {
  test('counts once: repeating it ends nothing', async () => {
    const one = await provenToken(somebody())
    const door = gate(({ url }) => url.endsWith('/zones'))
    const { rewards, app, errors } = pageIn(
      'android',
      { hello: () => ({ capabilities: ['share', 'token.renew'], ...asWelcome(one) }) },
      { fetch: door.fetch },
    )
    await met(rewards)
    await welcomed(app, { token: null })
    const zone = rewards.zone('terms')
    const purchase = rewards.track('purchase')
    await soon(() => expect(door.held).toHaveLength(1))
    await welcomed(app, { token: null, color_scheme: 'dark' })
    door.open()
    expect(await zone).toMatchObject({ name: 'terms' })
    await purchase
    expect(errors).toEqual([])
  })

  test('does not end the calls of an anonymous page', async () => {
    const { rewards, app, errors } = pageIn('android', { hello: () => ({ capabilities: ALL, token: null }) })
    const events = [rewards.track('page_view'), rewards.track('product_view')]
    await met(rewards)
    await Promise.all(events)
    expect(app.of('token.renew')).toEqual([])
    expect(errors).toEqual([])
  })

  test('while the page was closed: the consumer that the browser had stored is neither adopted nor reported', async () => {
    for (const news of [{ token: null }, { person: 'p-2' }]) {
      const kept = await keepSomebody()
      const { rewards, app, requests } = pageIn(
        'ios',
        { hello: () => ({ capabilities: ALL, ...news }), 'token.renew': () => ({}) },
        { consent: 'granted' },
      )
      await rewards.zone('terms')
      expect(rewards.consumer.level).toBe('anonymous')
      expect(requests.map(({ token }) => token)).not.toContain(kept)
      expect(app.of('token.changed')).not.toContainEqual(expect.objectContaining({ token: kept }))
      expect(document.cookie).not.toMatch(PAGE_COOKIE)
    }
  })

  test('while the page was closed leaves no event to the next person', async () => {
    const one = await provenToken(somebody())
    const hello = () => ({ capabilities: ALL, person: 'p-1', ...asWelcome(one) })
    const offline = pageIn('ios', { hello }, { consent: 'granted', fetch: () => Promise.reject(new TypeError('off')) })
    await met(offline.rewards)
    const ids = [randomUUID(), randomUUID()]
    for (const id of ids) offline.rewards.track('purchase', {}, { id }).catch(() => {})
    await soon(() => expect(Object.keys(localStorage)).not.toEqual([]))
    const { rewards } = pageIn('ios', { hello: () => ({ capabilities: ALL, token: null }) }, { consent: 'granted' })
    const id = randomUUID()
    await rewards.track('page_view', {}, { id })
    expect(await recordedFor(id)).toEqual([null])
    for (const id of ids) expect(await recordedFor(id)).toEqual([])
  })
})

describe('an app that answers after the page has continued as in a browser', () => {
  test('replaces the consumer: none of the earlier answers is shown, and no event is lost', async () => {
    stopTime()
    const mine = await provenToken(somebody())
    const door = gate(({ url }) => url.endsWith('/api/v4/me'))
    const { rewards, app, requests } = pageIn('ios', {}, { fetch: door.fetch, consent: 'granted', carrier: 'header' })
    const zone = rewards.zone('terms')
    await soon(() => expect(app.sent).toHaveLength(1))
    await vi.advanceTimersByTimeAsync(2_000)
    vi.useRealTimers()
    await zone
    const other = somebody()
    await rewards.verify(await proofOf({ email: other }))
    expect(document.cookie).toMatch(PAGE_COOKIE)
    const levels: string[] = []
    rewards.addEventListener('consumer', ({ detail }) => levels.push(detail.level))
    const id = randomUUID()
    const purchase = rewards.track('purchase', {}, { id })
    const profile = rewards.profile.get()
    await soon(() => expect(door.held).toHaveLength(1))
    app.say({
      rewards: 1,
      id: app.sent[0]!.id,
      payload: { capabilities: ALL, person: 'p-1', ...asWelcome(mine) },
    })
    await met(rewards)
    door.open()
    await expect(profile).rejects.toMatchObject({ code: 'logged_out' })
    expect(await purchase).toMatchObject({ partner_event_id: id })
    expect(await recordedFor(id)).toEqual([other])
    expect(levels).toEqual(['anonymous', 'verified'])
    expect(document.cookie).not.toMatch(PAGE_COOKIE)
    const before = requests.length
    await rewards.zone('terms')
    expect(requests.length).toBeGreaterThan(before)
    for (const { token, credentials } of requests.slice(before))
      expect([token, credentials]).toEqual([mine.access_token, 'omit'])
  })
})

describe('an app that answers while an event cannot be delivered', () => {
  test('takes over after two seconds', async () => {
    stopTime()
    const door = gate(({ url }) => url.includes('/events'))
    const { rewards, app } = pageIn('ios', {}, { fetch: door.fetch })
    const zone = rewards.zone('terms')
    await soon(() => expect(app.sent).toHaveLength(1))
    await vi.advanceTimersByTimeAsync(2_000)
    await zone
    const purchase = rewards.track('purchase').catch(({ code }) => code)
    await soon(() => expect(door.held).toHaveLength(1))
    app.say({
      rewards: 1,
      id: app.sent[0]!.id,
      payload: { capabilities: ALL, ...asWelcome(await provenToken(somebody())) },
    })
    await vi.advanceTimersByTimeAsync(1_900)
    expect(rewards.shell).toBeUndefined()
    await vi.advanceTimersByTimeAsync(200)
    vi.useRealTimers()
    await met(rewards)
    expect(await purchase).toBe('logged_out')
    door.open()
  })
})

/** A consumer as a page outside the app leaves them; answers their token. */
async function keepSomebody() {
  leavePage()
  const outside = createRewards({ domain: DOMAIN, consent: 'granted', fetch: platformFetch })
  await outside.verify(await proofOf({ email: somebody() }))
  const pair = document.cookie.split('; ').find(pair => PAGE_COOKIE.test(pair))!
  return decodeURIComponent(pair.split('=')[1]!).split('|')[0]!
}

/** All that an error says, with what it came of. */
const texts = (errors: RewardsError[]) =>
  errors
    .map(error => [error.message, error.stack, JSON.stringify(error), String(error.cause), Object(error.cause).message])
    .join()
