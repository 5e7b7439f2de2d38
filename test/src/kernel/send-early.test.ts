// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createRewards, type Rewards } from '../../../src/index.js'
import { requestZoneEarly } from '../../../src/kernel/early-zone.js'
import { sendEarly } from '../../../src/kernel/send-early.js'
import { fetchWithEarlyAnswer } from '../../../src/settings/early-answer.js'
import { removeCookie, writeCookie } from '../../../src/token/cookie.js'
import { pageCookie } from '../../page-cookie.js'
import { SOON } from '../../soon.js'
import { type Sent, type Wire, web, wire } from '../wire.js'

const PROGRAM = 'https://share.brand.localhost'
const ZONE = '<rewards-zone name="share_experience"></rewards-zone>'
const page = globalThis as { rewards?: unknown; rewardsNative?: unknown }

let platform: Wire

beforeEach(() => {
  platform = wire(() => web('made', '{"headline":"Hello"}', { 'x-svc-input-event-id': 'e-1' }))
  vi.stubGlobal('fetch', platform.fetch)
})
afterEach(async () => {
  // What no runtime has taken.
  vi.stubGlobal('fetch', platform.fetch)
  await fetchWithEarlyAnswer(`${PROGRAM}/nothing`)
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  Reflect.deleteProperty(page, 'rewards')
  Reflect.deleteProperty(page, 'rewardsNative')
  Reflect.deleteProperty(Object.getPrototypeOf(document), 'prerendering')
  removeCookie(pageCookie(PROGRAM))
  history.replaceState(null, '', '/')
  document.head.replaceChildren()
  document.body.replaceChildren()
})

/** A page with the script tag and zones, on which `rewards-early.js` runs. */
async function open({ body = ZONE, attributes = {}, file = 'rewards-zones.js' }: OpenOptions = {}) {
  const script = Object.assign(document.createElement('script'), { type: 'text/plain', src: `${PROGRAM}/${file}` })
  for (const [name, value] of Object.entries(attributes)) script.setAttribute(name, value)
  document.head.append(script)
  document.body.innerHTML = body
  sendEarly()
  await turn()
}

/** The whole of what the browser has to do now. */
const turn = () => new Promise(resolve => setTimeout(resolve))

interface OpenOptions {
  body?: string
  attributes?: Record<string, string>
  file?: string
}

/** What the runtime itself requests on this page. */
async function requestedByRuntime(data = {}) {
  const own = wire(() => web('made', '{}', { 'x-svc-input-event-id': 'e-1' }))
  const rewards = createRewards({ domain: PROGRAM, data, fetch: own.fetch })
  requestZoneEarly(document.querySelector('rewards-zone')!, rewards)
  await vi.waitFor(() => expect(own.requests).toHaveLength(1), SOON)
  return plain(own.requests[0]!)
}

const plain = ({ method, path, body, credentials, redirect, headers }: Sent) => ({
  method,
  path,
  body,
  credentials,
  redirect,
  headers: [...headers],
})

describe('rewards-early.js', () => {
  test.each<[string, OpenOptions, object]>([
    ['a zone', {}, {}],
    ['a zone with data', { body: `<rewards-zone name="terms" data='{"cart_value":3}'></rewards-zone>` }, {}],
    ['a page with a language', { attributes: { 'data-locale': 'de' } }, { locale: 'de' }],
    ['rewards.js', { file: 'rewards.js' }, {}],
  ])('requests what the runtime would request: %s', async (_, options, data) => {
    await open(options)
    expect(platform.requests.map(plain)).toEqual([await requestedByRuntime(data)])
  })

  test('requests the first zone only, and leaves out zones that the runtime leaves out', async () => {
    await open({
      body: `<rewards-zone name="far" loading="lazy"></rewards-zone><rewards-zone></rewards-zone>${ZONE}${ZONE}`,
    })
    expect(platform.requests.map(({ body }) => body)).toEqual(['{"event_name":"share_experience"}'])
  })

  test('waits until the parser has brought the zone', async () => {
    vi.spyOn(Object.getPrototypeOf(document), 'readyState', 'get').mockReturnValue('loading')
    await open({ body: '' })
    document.body.innerHTML = ZONE
    document.dispatchEvent(new Event('DOMContentLoaded'))
    await turn()
    expect(platform.requests).toHaveLength(1)
  })

  test.each([
    ['is there', (_: Rewards) => {}],
    ['was destroyed', (rewards: Rewards) => rewards.destroy()],
  ])('requests nothing any more if the runtime %s by then', async (_, change) => {
    const state = vi.spyOn(Object.getPrototypeOf(document), 'readyState', 'get').mockReturnValue('loading')
    await open({ body: '' })
    const rewards = createRewards({ domain: PROGRAM, fetch: platform.fetch })
    page.rewards = rewards
    change(rewards)
    document.body.innerHTML = ZONE
    state.mockReturnValue('interactive')
    document.dispatchEvent(new Event('DOMContentLoaded'))
    await turn()
    expect(platform.requests).toEqual([])
    rewards.destroy()
  })

  test.each<[string, OpenOptions]>([
    ['the page has no zone', { body: '' }],
    ['the page has no script tag of the runtime', { file: 'other.js' }],
    ['the host asks for consent itself', { attributes: { 'data-consent': 'granted' } }],
    ['the host has chosen a carrier', { attributes: { 'data-carrier': 'header' } }],
    [
      'the zone identifies the consumer',
      { body: `<rewards-zone name="terms" data='{"email":"a@b.example"}'></rewards-zone>` },
    ],
  ])('requests nothing if %s', async (_, options) => {
    await open(options)
    expect(platform.requests).toEqual([])
  })

  test('throws if the domain is wrong, and the script ignores that', async () => {
    await expect(open({ attributes: { 'data-domain': 'share.brand.com' } })).rejects.toMatchObject({
      code: 'invalid_argument',
    })
    expect(platform.requests).toEqual([])
  })

  test.each<[string, () => unknown]>([
    ['an earlier page has stored a token', () => writeCookie(pageCookie(PROGRAM), 't-1|1|0|0|')],
    ['a share link brings a token', () => history.replaceState(null, '', '/?access_token=t-1')],
    ['the page is in a native app', () => Reflect.set(page, 'rewardsNative', { postMessage() {} })],
    ['the page has queued a zone', () => Reflect.set(page, 'rewards', [['zone', 'terms']])],
    ['the page has queued a claim', () => Reflect.set(page, 'rewards', [['identify', { email: 'a@b.example' }]])],
    ['the page has queued the consent', () => Reflect.set(page, 'rewards', [['setConsent', 'denied']])],
    ['the page has queued a function', () => Reflect.set(page, 'rewards', [() => {}])],
    ['the page has queued nonsense', () => Reflect.set(page, 'rewards', [null])],
    ['the runtime is there', () => Reflect.set(page, 'rewards', {})],
    ['the page is only prerendered', () => Reflect.set(Object.getPrototypeOf(document), 'prerendering', true)],
  ])('requests nothing if %s', async (_, prepare) => {
    prepare()
    await open()
    expect(platform.requests).toEqual([])
  })

  test('requests the zone beside queued calls that wait for the first token', async () => {
    page.rewards = [
      ['track', 'page_view'],
      ['addEventListener', 'error', () => {}],
    ]
    await open()
    expect(platform.requests).toHaveLength(1)
  })
})

describe('the answer', () => {
  const url = `${PROGRAM}/zones`
  const init = {
    method: 'POST',
    body: '{"event_name":"share_experience"}',
    credentials: 'include' as const,
    headers: {},
  }

  test('goes to the first request of the runtime, once', async () => {
    await open()
    const { credentials } = platform.requests[0]!
    expect((await fetchWithEarlyAnswer(url, { ...init, credentials })).status).toBe(200)
    expect(platform.requests).toHaveLength(1)
    await fetchWithEarlyAnswer(url, { ...init, credentials })
    expect(platform.requests).toHaveLength(2)
  })

  test.each<[string, string, RequestInit]>([
    ['to another address', `${PROGRAM}/events`, {}],
    ['with another body', url, { body: '{"event_name":"terms"}' }],
    ['with a token', url, { headers: { authorization: 'Bearer t-1' } }],
    ['with other credentials', url, { credentials: 'same-origin' }],
  ])('is not used for a request %s, nor for a later one', async (_, address, other) => {
    await open()
    const { credentials } = platform.requests[0]!
    await fetchWithEarlyAnswer(address, { ...init, credentials, ...other })
    await fetchWithEarlyAnswer(url, { ...init, credentials })
    expect(platform.requests).toHaveLength(3)
  })

  test('that never arrives is an error of the runtime, and no unhandled rejection', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    await open()
    const credentials = 'omit'
    await expect(
      Promise.any([
        fetchWithEarlyAnswer(url, { ...init, credentials }),
        fetchWithEarlyAnswer(url, { ...init, credentials: 'include' }),
      ]),
    ).rejects.toBeInstanceOf(AggregateError)
  })
})
