// @vitest-environment happy-dom
// @vitest-environment-options {"url": "https://share.brand.localhost/"}
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Rewards } from '../../../src/index.js'
import { removeCookie, writeCookie } from '../../../src/token/cookie.js'
import { pageCookie } from '../../page-cookie.js'
import { SOON } from '../../soon.js'
import { scriptModules } from '../replace-modules.js'
import { type Sent, web, wire } from '../wire.js'

const RUNTIME = Symbol.for('rewards')
const page = globalThis as { rewards?: unknown; [RUNTIME]?: Rewards }

let requests: Sent[]
/** The code of the element arrives. */
let bringWidgets: () => void
const asked = () => requests.map(({ body }) => JSON.parse(body))

beforeEach(() => {
  vi.resetModules()
  const platform = wire(() => web('made', '{"headline":"Hello"}'))
  requests = platform.requests
  vi.stubGlobal('fetch', platform.fetch)
})
afterEach(() => {
  bringWidgets()
  // It would watch the page of the next test.
  page[RUNTIME]?.destroy()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  removeCookie(pageCookie(location.origin))
  history.replaceState(null, '', '/')
  document.body.innerHTML = ''
  Reflect.deleteProperty(page, 'rewards')
  Reflect.deleteProperty(page, RUNTIME)
})

/** The script arrives on a page, and the code of the element does not. `options` are attributes of the script tag. */
async function arrive(markup: string, options: Record<string, string> = {}) {
  document.body.innerHTML = markup
  const tag = Object.assign(document.createElement('script'), { src: `${location.origin}/rewards.js` })
  vi.spyOn(Object.getPrototypeOf(document), 'currentScript', 'get').mockReturnValue(tag)
  Object.assign(tag.dataset, options)
  const widgets = new Promise<void>(resolve => {
    bringWidgets = resolve
  })
  const loadWidgets = vi.fn(() => widgets)
  const { startScript } = await import('../../../src/kernel/start-script.js')
  startScript(scriptModules({ widgets: loadWidgets }))
  return loadWidgets
}

const settled = () => new Promise(resolve => setTimeout(resolve))

describe('while the code of the element is loading', () => {
  test('the zones of the page are requested with the settings that their elements will have', async () => {
    const loadWidgets = await arrive(
      `<rewards-zone name="hero" data='{"sku":"fern"}' widget="share"></rewards-zone><rewards-zone name="footer"></rewards-zone>`,
    )
    await vi.waitUntil(() => requests.length === 2, SOON)
    expect(asked()).toEqual([{ event_name: 'hero', data: { sku: 'fern' } }, { event_name: 'footer' }])
    expect(loadWidgets).toHaveBeenCalledOnce()
  })

  test('only the first zones of a page are requested: the platform answers six at once', async () => {
    const names = Array.from({ length: 50 }, (_, index) => `zone-${index}`)
    await arrive(names.map(name => `<rewards-zone name="${name}"></rewards-zone>`).join(''))
    await vi.waitUntil(() => requests.length === 6, SOON)
    await settled()
    expect(asked().map(({ event_name }) => event_name)).toEqual(names.slice(0, 6))
  })

  test('zones that the page adds later are requested as well, once each', async () => {
    const loadWidgets = await arrive('')
    expect(loadWidgets).not.toHaveBeenCalled()
    for (const name of ['first', 'second']) {
      document.body.insertAdjacentHTML('beforeend', `<rewards-zone name="${name}"></rewards-zone>`)
      await vi.waitUntil(() => asked().some(({ event_name }) => event_name === name), SOON)
    }
    expect(asked().map(({ event_name }) => event_name)).toEqual(['first', 'second'])
    expect(loadWidgets).toHaveBeenCalledOnce()
  })

  test.each([
    ['with loading="lazy"', '<rewards-zone name="hero" loading="lazy"></rewards-zone>'],
    ['without a name', '<rewards-zone></rewards-zone>'],
    ['with data that is no JSON object', '<rewards-zone name="hero" data="{sku"></rewards-zone>'],
    [
      'with data that the element completes',
      `<rewards-zone name="hero" data='{"content":"opengraph"}'></rewards-zone>`,
    ],
    ['in a part of the page with its own language', '<div lang="fr"><rewards-zone name="hero"></rewards-zone></div>'],
  ])('a zone %s is left to its element', async (_, markup) => {
    await arrive(`${markup}<rewards-zone name="last"></rewards-zone>`)
    await vi.waitUntil(() => requests.length > 0, SOON)
    await settled()
    expect(asked()).toEqual([{ event_name: 'last' }])
  })

  test.each([
    { name: 'other' },
    { data: { sku: 'fern' } },
    { widget: 'share' },
    { loading: 'lazy' },
    { rewards: {} },
  ])('a zone with a property set by the page is left to its element: %j', async property => {
    page.rewards = [() => Object.assign(document.querySelector('rewards-zone')!, property)]
    await arrive('<rewards-zone name="hero"></rewards-zone><rewards-zone name="last"></rewards-zone>')
    await vi.waitUntil(() => requests.length > 0, SOON)
    await settled()
    expect(asked()).toEqual([{ event_name: 'last' }])
  })

  test('properties that a framework sets on elements for its own use change nothing', async () => {
    page.rewards = [() => Object.assign(document.querySelector('rewards-zone')!, { __reactFiber$x: {} })]
    await arrive('<rewards-zone name="hero"></rewards-zone>')
    await vi.waitUntil(() => requests.length === 1, SOON)
  })
})

describe('the request for a zone that is sent before the element is defined', () => {
  const ZONE = '<rewards-zone name="hero"></rewards-zone>'
  const requestOfZone = () => vi.waitUntil(() => requests.find(({ body }) => body.includes('hero')), SOON)

  test('has the language of the script tag', async () => {
    await arrive(ZONE, { locale: 'de' })
    await vi.waitUntil(() => requests.length === 1, SOON)
    expect(asked()).toEqual([{ event_name: 'hero', data: { locale: 'de' } }])
  })

  test('has the language of the page', async () => {
    document.documentElement.lang = 'fr'
    onTestFinished(() => document.documentElement.removeAttribute('lang'))
    await arrive(ZONE)
    await vi.waitUntil(() => requests.length === 1, SOON)
    expect(asked()).toEqual([{ event_name: 'hero', data: { locale: 'fr' } }])
  })

  test('sends no cookie without consent, and not with the carrier "header"', async () => {
    const all: Record<string, string>[] = [{ consent: 'denied' }, { consent: 'unset' }, { carrier: 'header' }]
    for (const options of all) {
      await arrive(ZONE, options)
      await vi.waitUntil(() => requests.length === 1, SOON)
      expect(requests.pop()).toMatchObject({ credentials: 'omit', token: undefined })
      page[RUNTIME]!.destroy()
      // The next page: this one's runtime would count as a global of the page that the script replaces.
      Reflect.deleteProperty(page, 'rewards')
      vi.resetModules()
    }
  })

  test('is for the consumer whom an earlier page has stored', async () => {
    writeCookie(pageCookie(location.origin), 'known|owner|0|0|')
    await arrive(ZONE, { carrier: 'header' })
    expect((await requestOfZone()).token).toBe('known')
  })

  test('waits for the token of a share link', async () => {
    history.replaceState(null, '', '/?access_token=of-a-link')
    let answer: (details: Response) => void = () => {}
    const details = new Promise<Response>(resolve => {
      answer = resolve
    })
    const platform = wire(({ method }) => (method === 'GET' ? details : web('made')))
    requests = platform.requests
    vi.stubGlobal('fetch', platform.fetch)
    await arrive(ZONE, { carrier: 'header' })
    await vi.waitUntil(() => requests.length > 0, SOON)
    await settled()
    expect(requests.map(({ method, token }) => [method, token])).toEqual([['GET', 'of-a-link']])
    answer(web('made'))
    await requestOfZone()
  })

  test('waits until a prerendered page is activated', async () => {
    let isPrerendering = true
    Object.defineProperty(Object.getPrototypeOf(document), 'prerendering', {
      configurable: true,
      get: () => isPrerendering,
    })
    await arrive(ZONE)
    await settled()
    expect(requests).toEqual([])
    isPrerendering = false
    document.dispatchEvent(new Event('prerenderingchange'))
    await vi.waitUntil(() => requests.length === 1, SOON)
    Reflect.deleteProperty(Object.getPrototypeOf(document), 'prerendering')
  })

  test('is sent after the calls that the page has queued', async () => {
    page.rewards = [['zone', 'queued']]
    await arrive(ZONE)
    await vi.waitUntil(() => requests.length === 2, SOON)
    expect(asked().map(({ event_name }) => event_name)).toEqual(['queued', 'hero'])
  })
})

test('an element requests its zone itself once it is defined', async () => {
  await arrive('<rewards-zone name="hero"></rewards-zone>')
  bringWidgets()
  await vi.waitUntil(() => requests.length === 1, SOON)
  document.body.insertAdjacentHTML('beforeend', '<rewards-zone name="later"></rewards-zone>')
  await settled()
  expect(asked()).toEqual([{ event_name: 'hero' }])
})

test('no request is sent for an element that is defined or removed before the task of its request', async () => {
  await arrive('<rewards-zone name="hero"></rewards-zone>')
  const get = vi.spyOn(customElements, 'get').mockReturnValue(HTMLElement)
  await settled()
  get.mockRestore()
  document.body.insertAdjacentHTML('beforeend', '<rewards-zone name="later"></rewards-zone>')
  await Promise.resolve()
  document.body.innerHTML = ''
  await settled()
  expect(requests).toEqual([])
})

test('if the page has defined the element, the script requests no zone', async () => {
  const get = vi.spyOn(customElements, 'get').mockReturnValue(HTMLElement)
  const loadWidgets = await arrive('<rewards-zone name="hero"></rewards-zone>')
  await settled()
  expect(get).toHaveBeenCalledWith('rewards-zone')
  expect(requests).toEqual([])
  expect(loadWidgets).not.toHaveBeenCalled()
  get.mockRestore()
})
