// @vitest-environment happy-dom
// @vitest-environment-options {"url": "https://share.brand.localhost/"}
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Rewards, RewardsError } from '../../../src/index.js'
import { writeCookie } from '../../../src/token/cookie.js'
import { SOON } from '../../soon.js'
import { type Sent, web, wire } from '../wire.js'

const RUNTIME = Symbol.for('rewards')
const page = globalThis as { rewards?: unknown; [RUNTIME]?: Rewards }
const runtime = () => page.rewards as Rewards & { push(...calls: unknown[]): void }

let requests: Sent[]
const ownScript = vi.spyOn(Object.getPrototypeOf(document), 'currentScript', 'get')
const printed = vi.spyOn(console, 'error').mockImplementation(() => {})
let warned: ReturnType<typeof vi.spyOn>
const warnings = (code: string) =>
  warned.mock.calls.map(([line]: unknown[]) => String(line)).filter((line: string) => line.includes(code))

beforeEach(() => {
  vi.resetModules()
  const platform = wire(() => web('made', '{"id":"e-1"}'))
  requests = platform.requests
  vi.stubGlobal('fetch', platform.fetch)
  printed.mockClear()
  warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  warned.mockClear()
})
afterEach(() => {
  // It would request the zones of the next test.
  page[RUNTIME]?.destroy()
  vi.unstubAllGlobals()
  ownScript.mockReset()
  Reflect.deleteProperty(page, 'rewards')
  Reflect.deleteProperty(page, RUNTIME)
  for (const pair of document.cookie.split('; ')) writeCookie(pair.split('=')[0]!, undefined)
})

/** The script arrives on the page. */
async function arrive() {
  const { startScript } = await import('../../../src/kernel/start-script.js')
  const { scriptModules } = await import('../replace-modules.js')
  startScript(scriptModules())
}

/** The script comes by a script tag. */
function fromScript(src: string, options: Record<string, string> = {}) {
  const tag = Object.assign(document.createElement('script'), { src })
  Object.assign(tag.dataset, options)
  ownScript.mockReturnValue(tag)
}

describe('calls that were queued before the script', () => {
  test('run in their order', async () => {
    page.rewards = [['track', 'one'], (rewards: Rewards) => rewards.track('two'), ['track', 'three']]
    await arrive()
    await runtime().flush()
    expect(requests.map(({ body }) => JSON.parse(body).event_name).filter(Boolean)).toEqual(['one', 'two', 'three'])
  })

  test('may be functions, which get the runtime', async () => {
    const got: unknown[] = []
    page.rewards = [(rewards: unknown) => got.push(rewards)]
    await arrive()
    expect(got).toEqual([runtime()])
  })

  test('run at once when they are pushed later, one or several', async () => {
    await arrive()
    const ran: number[] = []
    runtime().push(
      () => ran.push(1),
      () => ran.push(2),
    )
    expect(ran).toEqual([1, 2])
  })
})

describe('a queued call that fails', () => {
  test.each([
    ['by throwing', () => Promise.reject(new Error('late'))],
    [
      'by rejecting',
      () => {
        throw new Error('at once')
      },
    ],
  ])('%s stops no other call, and its error is in the console', async (_, call) => {
    let ran = false
    page.rewards = [
      call,
      () => {
        ran = true
      },
    ]
    await arrive()
    expect(ran).toBe(true)
    await vi.waitFor(() => expect(printed).toHaveBeenCalledTimes(1), SOON)
  })

  test.each([
    ['there is no such call', ['trak', 'purchase'], 'The queue got an unknown call "trak"'],
    ['it is no call', 7, 'The queue got an unknown call "7"'],
    ['it is nothing', null, 'The queue got an unknown call "null"'],
    ['its name is a value', ['consumer'], 'The queue got an unknown call "consumer"'],
    ['an argument is missing', ['mount'], 'mount()'],
  ])('because %s stops no other call, and is reported with its code and page', async (_, call, message) => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
    let ran = false
    page.rewards = [
      call,
      () => {
        ran = true
      },
    ]
    await arrive()
    expect(ran).toBe(true)
    await vi.waitFor(() => expect(warned).toHaveBeenCalled(), SOON)
    expect(warned.mock.calls).toEqual([
      [expect.stringMatching(/^\[rewards\] invalid_argument: .*docs\/errors\.md#invalid_argument$/)],
    ])
    expect(warned.mock.calls[0]![0]).toContain(message)
    expect(printed).not.toHaveBeenCalled()
    warned.mockRestore()
  })

  test('dispatches an error event if the page listens', async () => {
    const errors: RewardsError[] = []
    page.rewards = [
      ['addEventListener', 'error', ({ detail }: CustomEvent<RewardsError>) => errors.push(detail)],
      ['trak', 'purchase'],
    ]
    await arrive()
    await vi.waitFor(() => expect(errors).not.toEqual([]), SOON)
    expect(errors).toMatchObject([{ code: 'invalid_argument', message: expect.stringContaining('"trak"') }])
  })
})

describe('a value of window.rewards that is not a queue', () => {
  test.each([
    ['an element with that id', () => Object.assign(document.createElement('div'), { id: 'rewards' })],
    ['an object', () => ({ push: 'mine' })],
    ['a text', () => 'rewards'],
    ['nothing', () => undefined],
  ])('counts as absent: %s', async (_, thing) => {
    page.rewards = thing()
    await arrive()
    expect(runtime()).toBe(page[RUNTIME])
    expect(printed).not.toHaveBeenCalled()
  })
})

describe('a variable of the page with the name of the runtime', () => {
  test.each([
    ['an object', { points: 12 }, '[object Object]'],
    ['a text', 'gold', '[object String]'],
  ])('that the script replaces is reported: %s', async (_, value, given) => {
    page.rewards = value
    await arrive()
    await vi.waitFor(() => expect(warnings('invalid_argument')).toHaveLength(1), SOON)
    expect(warnings('invalid_argument')[0]).toContain(`replaced window.rewards of the page (${given})`)
    expect(runtime()).toBe(page[RUNTIME])
  })

  test.each([
    ['an element', () => Object.assign(document.createElement('section'), { id: 'rewards' })],
    ['the queue', () => [['flush']]],
    ['nothing', () => undefined],
  ])('is not reported if it is %s', async (_, value) => {
    page.rewards = value()
    await arrive()
    // A report after the others.
    runtime().report('unknown_key', 'The last report')
    await vi.waitFor(() => expect(warnings('The last report')).toHaveLength(1), SOON)
    expect(warnings('')).toHaveLength(1)
  })
})

describe('with data-debug, a zone in a shadow root', () => {
  afterEach(() => {
    vi.useRealTimers()
    document.body.replaceChildren()
  })

  const inShadowRoot = () => {
    const host = document.body.appendChild(document.createElement('div'))
    host.attachShadow({ mode: 'open' }).innerHTML = '<rewards-zone name="terms"></rewards-zone>'
  }

  test('is reported', async () => {
    fromScript('https://share.brand.localhost/rewards.js', { debug: 'true' })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    inShadowRoot()
    await arrive()
    await vi.waitFor(() => expect(warnings('element_not_defined')).toHaveLength(1), SOON)
    expect(warnings('element_not_defined')[0]).toContain('<rewards-zone name="terms"> is in a shadow root')
  })
})

describe('the script', () => {
  test('twice on a page starts one runtime', async () => {
    await arrive()
    const first = runtime()
    vi.resetModules()
    await arrive()
    expect(runtime()).toBe(first)
  })

  test('hands its queue to a runtime of the npm package', async () => {
    const { createRewards } = await import('../../../src/index.js')
    const own = createRewards({ domain: 'https://share.brand.localhost' })
    const got: unknown[] = []
    page.rewards = [(rewards: unknown) => got.push(rewards)]
    await arrive()
    runtime().push((rewards: unknown) => got.push(rewards))
    expect(got).toEqual([own, own])
  })

  test('makes no request by itself', async () => {
    await arrive()
    expect(requests).toEqual([])
  })

  test('uses its own origin as the program domain', async () => {
    let asked = ''
    vi.stubGlobal('fetch', async (url: string) => {
      asked = url
      return web('made')
    })
    await arrive()
    await runtime().zone('terms')
    expect(asked).toBe('https://share.brand.localhost/zones')
  })

  test('uses its folder as the program domain, as behind a reverse proxy', async () => {
    fromScript('https://shop.brand.localhost/rewards/rewards.js')
    await arrive()
    expect(runtime().domain).toBe('https://shop.brand.localhost/rewards')
  })

  test('uses the folder above the release that it comes from', async () => {
    fromScript('https://shop.brand.localhost/rewards/rewards-1.2.3/rewards.js')
    await arrive()
    expect(runtime().domain).toBe('https://shop.brand.localhost/rewards')
  })

  test('is not confused with an image of the same name', async () => {
    fromScript('https://share.brand.localhost/rewards/rewards.js')
    const picture = Object.assign(document.createElement('img'), { src: 'https://evil.example/x.png' })
    Object.defineProperty(document, 'currentScript', { configurable: true, value: picture })
    await arrive()
    Reflect.deleteProperty(document, 'currentScript')
    expect(runtime().domain).toBe('https://share.brand.localhost/rewards')
  })

  test('finds its own tag where the browser does not name it, as for a module', async () => {
    // Of a type that is not run.
    const tag = Object.assign(document.createElement('script'), { type: 'text/plain' })
    tag.src = 'https://share.brand.localhost/sdk/rewards.js?v=3'
    tag.dataset.locale = 'de'
    document.body.append(tag)
    await arrive()
    tag.remove()
    expect(runtime().domain).toBe('https://share.brand.localhost/sdk')
    expect(runtime().data).toEqual({ locale: 'de' })
  })

  test.each([
    'blob:https://share.brand.localhost/5c2e',
    'data:text/javascript,0',
  ])('uses the page’s origin as the program domain if its own address has no folder: %s', async src => {
    fromScript(src)
    await arrive()
    expect(runtime().domain).toBe('https://share.brand.localhost')
  })

  test('in a file without `data-domain` reports what is missing, and breaks nothing', async () => {
    fromScript('file:///home/ada/rewards.js')
    const errors: RewardsError[] = []
    page.rewards = [(rewards: Rewards) => rewards.addEventListener('error', ({ detail }) => errors.push(detail))]
    await arrive()
    await vi.waitFor(() => expect(errors).toHaveLength(1), SOON)
    expect(errors[0]).toMatchObject({ code: 'invalid_argument', message: expect.stringContaining('data-domain') })
  })

  test.each([
    'share.brand.com',
    '',
    'ftp://share.brand.com',
    'https://share.brand.com/?x',
  ])('reports how `data-domain` is written if it is %j', async domain => {
    fromScript('https://cdn.example/rewards.js', { domain })
    await arrive()
    await expect(runtime().zone('terms')).rejects.toMatchObject({
      code: 'invalid_argument',
      message: expect.stringMatching(/data-domain.*https:\/\/share\.brand\.com/),
    })
  })

  test('sends the token of the page’s address to nobody if its options are invalid', async () => {
    history.replaceState(null, '', '/?access_token=of-a-link&x=1')
    fromScript('https://cdn.example/sdk/rewards.js', { domain: 'https://share.brand.localhost', consent: 'maybe' })
    await arrive()
    await runtime()
      .flush()
      .catch(() => {})
    await new Promise(resolve => setTimeout(resolve))
    expect(requests).toEqual([])
    expect(location.search).toBe('?x=1')
    history.replaceState(null, '', '/')
  })

  test.each([
    [
      'data-domain',
      { domain: 'share.brand.com' },
      /options\.domain \(data-domain\) must be like .*; got "share\.brand\.com"/,
    ],
    ['data-consent', { consent: 'grant' }, /options\.consent \(data-consent\) must be .*; got "grant"/],
    ['data-carrier', { carrier: 'cookies' }, /options\.carrier \(data-carrier\) must be .*; got "cookies"/],
    ['data-vendor', { vendor: 'two words' }, /options\.vendor must be a word like svc/],
  ])('warns of a wrong %s if the page listens to no errors', async (_, options, message) => {
    const warned = vi
      .spyOn(console, 'warn')
      .mockReset()
      .mockImplementation(() => {})
    fromScript('https://share.brand.localhost/rewards.js', options as Record<string, string>)
    await arrive()
    await vi.waitFor(() => expect(warned).toHaveBeenCalled(), SOON)
    expect(warned.mock.calls).toEqual([[expect.stringMatching(message)]])
    expect(warned.mock.calls[0]![0]).toMatch(/See https:\S+\/docs\/errors\.md#invalid_argument$/)
    warned.mockRestore()
  })

  test.each([
    ['', 1],
    ['true', 1],
    ['false', 0],
    ['query', 0],
    [undefined, 0],
  ])('with data-debug=%j writes each call to the console: %i', async (debug, count) => {
    const logged = vi
      .spyOn(console, 'info')
      .mockReset()
      .mockImplementation(() => {})
    const warned = vi
      .spyOn(console, 'warn')
      .mockReset()
      .mockImplementation(() => {})
    fromScript('https://share.brand.localhost/rewards.js', debug === undefined ? {} : { debug })
    await arrive()
    await runtime().zone('terms')
    runtime().report('no_creative', 'Written with the words of the console')
    await vi.waitFor(() => expect(warned).toHaveBeenCalled(), SOON)
    expect(logged).toHaveBeenCalledTimes(count)
    logged.mockRestore()
    warned.mockRestore()
  })

  test('reports that it is ready', async () => {
    const ready = new Promise(resolve => document.addEventListener('rewards:ready', resolve, { once: true }))
    await arrive()
    await ready
    expect(page[RUNTIME]).toBe(runtime())
  })

  test('with an unknown option breaks nothing: every call rejects with the name of the option', async () => {
    fromScript('https://share.brand.localhost/rewards.js', { consent: 'maybe' })
    const errors: RewardsError[] = []
    page.rewards = [
      (rewards: Rewards) => rewards.addEventListener('error', ({ detail }) => errors.push(detail)),
      ['track', 'one'],
    ]
    await arrive()
    await expect(runtime().zone('terms')).rejects.toMatchObject({
      code: 'invalid_argument',
      message: expect.stringContaining('consent'),
    })
    expect(errors).toHaveLength(1)
    expect(requests).toEqual([])
  })
})

describe('a misspelt attribute of the script tag', () => {
  const SRC = 'https://share.brand.localhost/rewards.js'

  test.each([
    'consnet',
    'concent',
    'Consents',
    'cosent',
    'onsent',
    'consentt',
  ])('data-%s: nothing is stored, no cookie is sent, and a warning says so', async name => {
    fromScript(SRC, { [name]: 'denied' })
    await arrive()
    await runtime().zone('terms')
    expect(requests.at(-1)!.credentials).toBe('omit')
    expect(runtime().storage.isAllowed).toBe(false)
    expect(document.cookie).toBe('')
    await vi.waitFor(() => expect(warnings('unknown_key')).toHaveLength(1), SOON)
    expect(warnings('unknown_key')[0]).toMatch(/The script tag .* did you mean "data-consent"\? Until it is corrected/)
  })

  test('does not keep the page from setting the consent', async () => {
    fromScript(SRC, { consnet: 'granted' })
    await arrive()
    runtime().setConsent('granted')
    expect(runtime().storage.isAllowed).toBe(true)
    await vi.waitFor(() => expect(warnings('unknown_key')).toHaveLength(1), SOON)
  })

  test.each([
    'cookieconsent',
    'cookieConsent',
    'usercentrics',
    'cfasync',
    'category',
    'name',
    'consentManager',
  ])('is not data-%s, which belongs to another tool', async name => {
    fromScript(SRC, { [name]: 'ignore' })
    await arrive()
    await runtime().zone('terms')
    await import('../../../src/diagnostics/index.script.js')
    expect(requests.at(-1)!.credentials).toBe('include')
    expect(warned).not.toHaveBeenCalled()
  })

  test('of another option is warned of, too, and changes nothing', async () => {
    fromScript(SRC, { locael: 'fr', consent: 'granted' })
    await arrive()
    await vi.waitFor(() => expect(warnings('did you mean "data-locale"?')).toHaveLength(1), SOON)
    expect(runtime().storage.isAllowed).toBe(true)
  })
})

test('a <reward-zone> is told the right name, also if it comes later', async () => {
  fromScript('https://share.brand.localhost/rewards.js')
  await arrive()
  document.body.append(document.createElement('reward-zone'))
  await vi.waitFor(() => expect(warnings('did you mean <rewards-zone>?')).toHaveLength(1), SOON)
})

describe('a script tag on a page that has a runtime already', () => {
  test('says which of its options have no effect', async () => {
    const { createRewards } = await import('../../../src/index.js')
    createRewards({ domain: 'https://share.brand.localhost' })
    fromScript('https://share.brand.localhost/rewards.js', {
      ...{ consent: 'denied', carrier: 'header', vendor: 'acme', locale: 'de', debug: 'false', analytics: 'dataLayer' },
      domain: 'https://share.brand.localhost/',
    })
    await arrive()
    await vi.waitFor(() => expect(warnings('second_runtime')).toHaveLength(1), SOON)
    expect(warnings('second_runtime')[0]).toContain(
      'Ignored: data-consent="denied", data-carrier="header", data-vendor="acme", data-locale="de", data-debug="false", data-analytics="dataLayer".',
    )
  })

  test('says nothing if it has no options, or those of the tag that has created the runtime', async () => {
    const first = document.createElement('script')
    first.type = 'text/plain'
    first.setAttribute('src', 'https://share.brand.localhost/rewards.js')
    first.dataset.consent = 'granted'
    document.head.append(first)
    ownScript.mockReturnValue(first)
    await arrive()
    vi.resetModules()
    fromScript('https://share.brand.localhost/rewards.js', { consent: 'granted', carier: 'header' })
    await arrive()
    // The tag is checked for misspelt names first.
    await vi.waitFor(() => expect(warnings('unknown_key')).toHaveLength(1), SOON)
    await vi.dynamicImportSettled()
    expect(warned).toHaveBeenCalledOnce()
    first.remove()
  })
})

test('a runtime that is created beside that of the script tag says that there are two, and how their options differ', async () => {
  fromScript('https://share.brand.localhost/rewards.js')
  await arrive()
  const { createRewards } = await import('../../../src/index.js')
  const second = createRewards({ domain: 'https://share.brand.localhost', consent: 'denied' })
  await vi.waitFor(() => expect(warnings('second_runtime')).toHaveLength(1), SOON)
  expect(warnings('second_runtime')[0]).toContain('consent (script tag: program; createRewards(): denied)')
  second.destroy()
  createRewards({ domain: 'https://other.brand.localhost' }).destroy()
  await import('../../../src/diagnostics/check-tag.js')
  expect(warnings('second_runtime')).toHaveLength(1)
})
