import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { RewardsError, type Theme } from '../../src/index.js'
import type { RewardsZoneElement } from '../../widgets/index.js'
import { en as statsTexts } from '../../widgets/stats/en.js'
import { SOON } from '../soon.js'
import { inside, next, place, placed, settled } from './page.js'
import { CAMPAIGN, createProgram, later, type Program } from './program.js'
import { useViewport } from './viewport.js'

const viewport = useViewport()
let program: Program
const CONTENT = {
  widget: 'share',
  headline: 'Give 20, get 20',
  shareable: { code: 'ada', link: 'https://brand.com/s/ada' },
}

/** The life events an element has had. */
function lifeOf(element: Element): string[] {
  const events: string[] = []
  for (const type of ['loadstart', 'load', 'error']) element.addEventListener(type, () => events.push(type))
  return events
}

/** A zone that is called off before its request has left is not asked for at all: these tests wait for the request. */
const requested = (name: string) => vi.waitUntil(() => program.zones.some(zone => zone.event_name === name), SOON)

/** The names of the zones that are requested until one that is added now has loaded. */
async function requestedSoon() {
  await placed({ name: 'added-now', rewards: program.rewards })
  return program.zones.map(zone => zone.event_name).filter(name => name !== 'added-now')
}

beforeEach(() => {
  program = createProgram(({ event_name }) => ({ ...CONTENT, headline: event_name }))
})

describe('a zone element', () => {
  test('loads its zone and dispatches load, like an image', async () => {
    const element = place({ name: 'product' })
    const events = lifeOf(element)
    await next(element, 'load')
    expect(events).toEqual(['loadstart', 'load'])
    expect(inside(element).getByRole('heading').textContent).toBe('product')
  })

  test('is requested and drawn apart from another one of the same zone', async () => {
    const { answer, now } = later()
    program = createProgram(({ event_name }) => (event_name === 'first' ? CONTENT : answer))
    await program.bringToken()
    const [one, other] = [1, 2].map(() => place({ name: 'product', rewards: program.rewards })) as [
      RewardsZoneElement,
      RewardsZoneElement,
    ]
    const loaded = Promise.all([next(one, 'load'), next(other, 'load')])
    await vi.waitUntil(() => program.zones.length === 2, SOON)
    now(CONTENT)
    await loaded
    one.messages = { copy: 'Take it' }
    await inside(one).findByRole('button', { name: 'Take it' })
    expect(inside(other).getByRole('button', { name: 'Copy' })).toBeTruthy()
    one.data = { sku: 'fern' }
    await next(one, 'load')
    expect(program.zones).toHaveLength(3)
  })

  test('sends its data', async () => {
    await placed({ name: 'product', data: { sku: 'fern' } })
    expect(program.zones).toEqual([{ event_name: 'product', data: { sku: 'fern' } }])
  })

  test('takes its settings from attributes, too', async () => {
    document.body.innerHTML = `<rewards-zone name="product" data='{"sku":"fern"}'></rewards-zone>`
    const element = document.querySelector('rewards-zone')!
    await next(element, 'load')
    expect(program.zones).toEqual([{ event_name: 'product', data: { sku: 'fern' } }])
    expect(element.data).toEqual({ sku: 'fern' })
  })

  test('without a name requests nothing and shows nothing', async () => {
    const element = place({})
    expect(await requestedSoon()).toEqual([])
    expect(element.shadowRoot!.childElementCount).toBe(0)
  })

  test.each(['button', 'a', 'span'])('reserves no place inside a button or link of the page: %s', async name => {
    program = createProgram(() => later().answer)
    const button = document.body.appendChild(document.createElement(name))
    if (name === 'span') button.role = 'button'
    const { element } = program.rewards.mount(button, 'product')
    await next(element, 'loadstart')
    expect(element.shadowRoot!.querySelector('[part=zone]')).not.toBeNull()
    expect(element.shadowRoot!.querySelector('[part~=skeleton]')).toBeNull()
  })

  test('shows only its placeholder until a framework has taken it over from the HTML of a server', async () => {
    document.body.innerHTML = '<rewards-zone name="product" defer-hydration></rewards-zone>'
    const element = document.querySelector('rewards-zone')!
    expect(await requestedSoon()).toEqual([])
    expect(element.shadowRoot!.querySelector('[part~=skeleton]')).not.toBeNull()
    element.removeAttribute('defer-hydration')
    await next(element, 'load')
    expect(program.zones.at(-1)).toEqual({ event_name: 'product' })
  })

  test('without a name reports that, with its id, until it has a name', async () => {
    const element = place({ id: 'hero' })
    const events = lifeOf(element)
    await vi.waitUntil(() => program.errors.length, SOON)
    expect(program.errors).toMatchObject([
      {
        code: 'missing_zone_name',
        message: expect.stringContaining('A <rewards-zone> with the id "hero" has no name'),
      },
    ])
    expect(events).toEqual([])
    element.name = 'product'
    await next(element, 'load')
    expect(program.errors).toHaveLength(1)
  })

  test('without a name reports that wherever it is, although it is to load near the viewport', async () => {
    place({ loading: 'lazy' })
    await expect.poll(() => program.errors, SOON).toMatchObject([{ code: 'missing_zone_name' }])
  })

  test('that gets its name in the same task, as frameworks do, reports nothing', async () => {
    const element = place({})
    await Promise.resolve()
    element.name = 'product'
    await next(element, 'load')
    await vi.dynamicImportSettled()
    expect(program.errors).toEqual([])
  })

  test.each([
    'heroo',
    'empty',
  ])('without content stays empty, dispatches load and warns of its name: %s', async name => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    onTestFinished(() => warn.mockRestore())
    program = createProgram(() => '')
    const element = place({ name, rewards: program.rewards })
    const events = lifeOf(element)
    await next(element, 'load')
    await expect
      .poll(() => warn.mock.calls)
      .toEqual([[expect.stringContaining(`no_creative: Zone "${name}" has no content`)]])
    await vi.dynamicImportSettled()
    expect(program.errors).toEqual([])
    expect(events).toEqual(['loadstart', 'load'])
    expect(element.shadowRoot!.childElementCount).toBe(0)
  })

  test('without content can show another zone afterwards', async () => {
    program = createProgram(({ event_name }) => (event_name === 'product' ? CONTENT : ''))
    const element = await placed({ name: 'prodcut', rewards: program.rewards })
    element.name = 'product'
    await next(element, 'load')
    expect(inside(element).getByRole('heading').textContent).toBe('Give 20, get 20')
  })

  test.each([
    ['content', CONTENT, 'error'],
    ['no content', '', 'load'],
    ['HTML', new Response('<p>Hello</p>', { headers: { 'content-type': 'text/html', 'x-svc-token': 't' } }), 'load'],
  ])('reports a misspelt widget once if the zone has %s', async (_, creative, event) => {
    program = createProgram(() => creative)
    await next(place({ name: 'product', widget: 'shar', rewards: program.rewards }), event)
    const reports = program.errors.filter(({ code }) => code === 'unsupported_content')
    expect(reports).toMatchObject([
      { message: expect.stringMatching(/^Zone "product": .* no widget "shar"\. Its widgets are share, cta/) },
    ])
  })

  test.each([
    ['them', 'theme'],
    ['mesages', 'messages'],
    ['widgt', 'widget'],
    ['loadng', 'loading'],
    ['dat', 'data'],
    ['demoo', 'demo'],
  ])('names the misspelt attribute %s, and the right one', async (given, known) => {
    const warned = vi.spyOn(console, 'warn').mockReturnValue()
    onTestFinished(() => warned.mockRestore())
    document.body.innerHTML = `<rewards-zone name="product" ${given}="x"></rewards-zone>`
    await next(document.querySelector('rewards-zone')!, 'load')
    await vi.waitFor(() => expect(warned).toHaveBeenCalled(), SOON)
    expect(warned.mock.calls).toEqual([
      [
        expect.stringContaining(
          `Zone "product" has the unknown key "${given}", which is ignored; did you mean "${known}"?`,
        ),
      ],
    ])
  })

  test('names a misspelt name beside the report that it has none', async () => {
    const warned = vi.spyOn(console, 'warn').mockReturnValue()
    onTestFinished(() => warned.mockRestore())
    document.body.innerHTML = '<rewards-zone nam="product"></rewards-zone>'
    await vi.waitFor(() => expect(warned.mock.calls.join()).toContain('did you mean "name"?'), SOON)
    expect(program.errors).toMatchObject([
      { code: 'missing_zone_name', message: expect.stringMatching(/^A <rewards-zone> has no name/) },
    ])
  })

  test.each(['lasy', 'LAZY', 'true'])('reports loading="%s" once, and loads at once', async loading => {
    document.body.innerHTML = `<rewards-zone name="product" loading="${loading}"></rewards-zone>`
    const element = document.querySelector('rewards-zone')!
    await next(element, 'load')
    await vi.waitFor(() => expect(program.errors).not.toEqual([]), SOON)
    element.data = { sku: 'fern' }
    await next(element, 'load')
    expect(program.errors).toMatchObject([
      { code: 'invalid_argument', message: `Zone "product": loading must be "lazy" or "eager"; got "${loading}"` },
    ])
  })

  test('reports no attribute of HTML, of ARIA or of a framework', async () => {
    const warned = vi.spyOn(console, 'warn').mockReturnValue()
    onTestFinished(() => warned.mockRestore())
    const others =
      'id="a" class="b" role="region" title="c" lang="en" dir="ltr" aria-label="d" data-x="e" :data="f" tabindex="0" part="g" demo="share"'
    document.body.innerHTML = `<rewards-zone name="product" loading="eager" ${others}></rewards-zone><rewards-zone name="last" them="x"></rewards-zone>`
    await next(document.querySelector('[name=last]')!, 'load')
    await vi.waitFor(() => expect(warned).toHaveBeenCalled(), SOON)
    expect(warned.mock.calls).toEqual([[expect.stringContaining('"them"')]])
    expect(program.errors).toEqual([])
  })

  test.each(['theme', 'messages'] as const)('ignores a wrong %s, and reports it once', async name => {
    document.body.innerHTML = `<rewards-zone name="product" ${name}="{accent:red}"></rewards-zone>`
    const element = document.querySelector('rewards-zone')!
    await next(element, 'load')
    await vi.waitFor(() => expect(program.errors).not.toEqual([]), SOON)
    expect(program.errors).toMatchObject([
      {
        code: 'invalid_argument',
        message: expect.stringMatching(
          new RegExp(`^Zone "product": ${name} must be a JSON object; .*: \\{accent:red\\}$`),
        ),
      },
    ])
    element.setAttribute(name, '{accent:red}')
    await settled()
    element.setAttribute(name, '{accent:blue}')
    await vi.waitFor(() => expect(program.errors).toHaveLength(2), SOON)
    expect(program.errors[1]!.message).toContain('{accent:blue}')
    element.setAttribute(name, '{}')
    await settled()
    await settled()
    expect(program.errors).toHaveLength(2)
  })

  test.each([
    [null, 'null'],
    [5, 'a value of type number'],
    [{ one: 'A' }, 'a value of type object'],
    [['A'], 'a list'],
  ])('ignores a text that is %j, and names it once', async (given, described) => {
    const element = place({ name: 'product', rewards: program.rewards })
    element.messages = { your_link: given, copy: 'Take it' } as never
    await next(element, 'load')
    expect(inside(element).getByText('Your link')).toBeTruthy()
    expect(inside(element).getByRole('button', { name: 'Take it' })).toBeTruthy()
    const message = `Zone "product": messages.your_link must be a text; got ${described}`
    await vi.waitFor(() => expect(program.errors).not.toEqual([]), SOON)
    element.theme = { accent: 'green' }
    await settled()
    await settled()
    expect(program.errors).toMatchObject([{ code: 'invalid_argument', message }])
  })

  test('names a text that is none once, also when its content is a stack', async () => {
    program = createProgram(() => ({ widget: 'stack', items: [CONTENT, CONTENT] }))
    const element = place({ name: 'product', rewards: program.rewards })
    element.messages = { your_link: null } as never
    await next(element, 'load')
    await vi.waitFor(() => expect(program.errors).not.toEqual([]), SOON)
    await settled()
    await settled()
    expect(program.errors).toMatchObject([{ code: 'invalid_argument' }])
  })

  test.each([
    ['theme', { acent: 'red' }, 'theme has the unknown key "acent", which is ignored; did you mean "accent"?'],
    [
      'theme',
      { 'accent-text': 'red' },
      'theme has the unknown key "accent-text", which is ignored; did you mean "accentText"?',
    ],
    [
      'messages',
      { your_lnik: 'Link' },
      'messages has the unknown key "your_lnik", which is ignored; did you mean "your_link"?',
    ],
    ['messages', { zebra: 'Link' }, 'messages has the unknown key "zebra", which is ignored; check its spelling'],
  ])('warns of an unknown key of its %s: %j', async (name, value, message) => {
    const warned = vi.spyOn(console, 'warn').mockReturnValue()
    onTestFinished(() => warned.mockRestore())
    await next(place({ name: 'product', [name]: value, rewards: program.rewards }), 'load')
    await vi.waitFor(() => expect(warned).toHaveBeenCalled(), SOON)
    expect(warned.mock.calls).toEqual([[expect.stringContaining(`unknown_key: Zone "product": ${message}`)]])
    await vi.dynamicImportSettled()
    expect(program.errors).toEqual([])
  })

  test('does not warn of the keys of another widget, of a plural form of another language, and of the theme', async () => {
    const warned = vi.spyOn(console, 'warn').mockReturnValue()
    onTestFinished(() => warned.mockRestore())
    const theme: Theme = { scheme: 'dark', accent: 'red', minHeight: '3rem' }
    const messages = { ...statsTexts, your_link: 'Your invitation', money_points_few: '{count}' }
    const element = place({ name: 'product', theme, messages, rewards: program.rewards })
    await next(element, 'load')
    await import('../../widgets/reports.js')
    await settled()
    expect(warned).not.toHaveBeenCalled()
  })

  test('reports where its data is not JSON, without quoting it', async () => {
    document.body.innerHTML = `<rewards-zone name="product" data="{'name':'Ada'}"></rewards-zone>`
    await next(document.querySelector('rewards-zone')!, 'error')
    expect(program.errors).toMatchObject([{ code: 'invalid_argument' }])
    expect(program.errors[0]!.message).toMatch(
      /^Zone "product": data must be a JSON object; got invalid JSON, at position 1\./,
    )
    expect(program.errors[0]!.message).not.toContain('Ada')
  })

  test('rejects data that is not a JSON object, and reports that', async () => {
    document.body.innerHTML = '<rewards-zone name="product" data="{sku"></rewards-zone>'
    const element = document.querySelector('rewards-zone')!
    await next(element, 'error')
    expect(program.zones).toEqual([])
    expect(program.errors).toMatchObject([{ name: 'RewardsError', code: 'invalid_argument' }])
    expect(element.shadowRoot!.childElementCount).toBe(0)
  })

  test('accepts data that JSON cannot express, without throwing into the page', async () => {
    const round: Record<string, unknown> = {}
    round.round = round
    await next(place({ name: 'product', data: round }), 'error')
    expect(program.errors).toMatchObject([{ code: 'invalid_argument' }])
  })

  test.each([
    ['a function', () => {}],
    ['a symbol', Symbol('data')],
    [
      'an object that throws when it is read',
      new Proxy(
        {},
        {
          get() {
            throw new Error('Mine')
          },
        },
      ),
    ],
  ])('rejects data that is %s, and reports that', async (_, data) => {
    await next(place({ name: 'product', data: data as never }), 'error')
    expect(program.errors).toMatchObject([{ code: 'invalid_argument' }])
  })

  test('accepts a widget that has no text, without throwing into the page', async () => {
    await next(place({ name: 'product', widget: Object.create(null) }), 'error')
    expect(program.errors).toMatchObject([{ code: 'unsupported_content' }])
  })

  test('is drawn in a form with a field named closest', async () => {
    const form = document.body.appendChild(document.createElement('form'))
    Object.defineProperty(form, 'closest', { value: document.createElement('input') })
    const element = form.appendChild(Object.assign(document.createElement('rewards-zone'), { name: 'product' }))
    await next(element, 'load')
    await vi.dynamicImportSettled()
    expect(program.errors).toEqual([])
  })

  test('dispatches lifecycle events that do not bubble', async () => {
    const heard = vi.fn()
    for (const type of ['loadstart', 'load', 'error']) document.body.addEventListener(type, heard)
    await placed({ name: 'product' })
    await next(place({ name: 'product', widget: 'shar' as never }), 'error')
    expect(heard).not.toHaveBeenCalled()
  })
})

describe('the runtime of a zone element', () => {
  test('is the page’s, once there is one', async () => {
    Reflect.deleteProperty(globalThis, Symbol.for('rewards'))
    const element = place({ name: 'product' })
    const events = lifeOf(element)
    await settled()
    expect(events).toEqual([])
    expect(inside(element).queryByRole('heading')).toBeNull()
    const late = createProgram(() => CONTENT)
    await next(element, 'load')
    expect(late.zones).toHaveLength(1)
  })

  test('is another one if the page sets it', async () => {
    const other = createProgram(() => CONTENT)
    await placed({ name: 'product', rewards: other.rewards })
    expect([program.zones.length, other.zones.length]).toEqual([0, 1])
  })

  test.each([
    ['an empty object', {}],
    [
      'a consumer that cannot be read',
      {
        get consumer(): never {
          throw new Error('No')
        },
      },
    ],
    ['a string', 'rewards'],
    ['an element', document.createElement('p')],
  ])('that is %s fails the zone, until it is replaced', async (_, rewards) => {
    const element = place({ name: 'product', rewards: rewards as unknown as RewardsZoneElement['rewards'] })
    const events = lifeOf(element)
    expect(await next(element, 'error')).toMatchObject({ detail: { name: 'RewardsError', code: 'internal_error' } })
    expect(inside(element).getByRole('button')).toBeTruthy()
    // A move in the document begins to follow the consumer again.
    element.remove()
    await settled()
    document.body.append(element)
    await settled()
    expect(events).not.toContain('load')
    element.rewards = program.rewards
    await next(element, 'load')
    expect(program.zones).toHaveLength(1)
  })

  test('that is replaced later loads the zone again, also while it loads', async () => {
    const element = await placed({ name: 'product' })
    const silent = createProgram(() => later().answer)
    element.rewards = silent.rewards
    await vi.waitUntil(() => silent.zones.length, SOON)
    const other = createProgram(() => CONTENT)
    element.rewards = other.rewards
    await next(element, 'load')
    expect(other.zones).toHaveLength(1)
  })
})

describe('another person with the same level', () => {
  const zoneFor = (person: string) => ({ event_id: null, campaign_id: null, data: { ...CONTENT, headline: person } })

  /** A runtime whose consumer the test replaces. Its first zone is answered as the test says. */
  function createRuntime(level: 'identified' | 'verified', first: (name: string) => Promise<object>) {
    let person = 'Ann'
    const zone = vi.fn(async (name: string) => ({ name, ...zoneFor(person) }))
    const runtime = Object.assign(new EventTarget(), {
      domain: 'https://share.brand.com',
      data: {},
      consumer: {},
      zone: zone.mockImplementationOnce(async name => (await first(name)) as Awaited<ReturnType<typeof zone>>),
      track: async () => {},
    })
    const become = (next: string) => {
      person = next
      runtime.consumer = { level, scopes: [], identity_id: next, expires_at: null }
      runtime.dispatchEvent(new Event('consumer'))
    }
    become('Ann')
    return { rewards: runtime as unknown as RewardsZoneElement['rewards'], runtime, zone, become }
  }

  test.each([
    'identified',
    'verified',
  ] as const)('(%s) sees their own content, and nothing of the previous person meanwhile', async level => {
    const { rewards, become } = createRuntime(level, async name => ({ name, ...zoneFor('Ann') }))
    const element = await placed({ name: 'product', rewards })
    expect(inside(element).getByRole('heading').textContent).toBe('Ann')
    const loaded = next(element, 'load')
    become('Bob')
    await settled()
    expect(element.shadowRoot!.textContent).not.toContain('Ann')
    await loaded
    expect(inside(element).getByRole('heading').textContent).toBe('Bob')
  })

  test.each([
    {},
    { email: 'ann@example.com' },
  ])('aborts a load for the previous person without an error, and loads for the present one: %j', async data => {
    const { rewards, zone, become } = createRuntime('identified', async () => {
      become('Bob')
      throw new RewardsError('logged_out', 'Logged out')
    })
    const element = place({ name: 'product', rewards, data })
    const events = lifeOf(element)
    await next(element, 'load')
    expect(inside(element).getByRole('heading').textContent).toBe('Bob')
    expect(zone).toHaveBeenCalledTimes(2)
    expect(events).not.toContain('error')
  })

  test.each([
    { email: 'ann@example.com' },
    { partner_user_id: 'c-1' },
  ])('is not the person whom the zone’s own data makes known: %j is requested once', async data => {
    const { rewards, runtime, zone, become } = createRuntime('identified', async name => {
      become('Ann')
      return { name, ...zoneFor('Ann') }
    })
    runtime.consumer = { level: 'anonymous', scopes: [], identity_id: null, expires_at: null }
    await placed({ name: 'product', rewards, data })
    await settled()
    expect(zone).toHaveBeenCalledTimes(1)
  })

  test('may be the same one, who has entered another address in a form: it stays', async () => {
    const fields = [{ type: 'email', name: 'email', label: 'Email', required: true }]
    const { rewards, zone, become } = createRuntime('identified', async name => ({
      ...{ name, ...zoneFor('Ann') },
      data: { widget: 'form', fields },
    }))
    const element = await placed({ name: 'product', rewards })
    const field = inside(element).getByLabelText('Email')
    become('Bob')
    await settled()
    expect(inside(element).getByLabelText('Email')).toBe(field)
    expect(zone).toHaveBeenCalledTimes(1)
  })

  test('is not the one who has another level by the time the zone has loaded: it loads once more', async () => {
    const { rewards, runtime, zone } = createRuntime('identified', async name => {
      runtime.consumer = { ...runtime.consumer, level: 'verified' }
      return { name, ...zoneFor('Ann') }
    })
    await placed({ name: 'product', rewards })
    await vi.waitUntil(() => zone.mock.calls.length === 2, SOON)
  })

  test('is not an anonymous one whom the platform knows by another id now: the content stays until the new one is there', async () => {
    const { rewards, runtime, zone } = createRuntime('identified', async name => ({ name, ...zoneFor('Ann') }))
    runtime.consumer = { level: 'anonymous', scopes: [], identity_id: 'Visitor', expires_at: null }
    const element = await placed({ name: 'product', rewards })
    zone.mockReturnValueOnce(new Promise(() => {}))
    runtime.consumer = { level: 'identified', scopes: [], identity_id: 'Ann', expires_at: null }
    runtime.dispatchEvent(new Event('consumer'))
    await vi.waitUntil(() => zone.mock.calls.length === 2, SOON)
    expect(inside(element).getByRole('heading').textContent).toBe('Ann')
  })

  test('is not one whose proof has ended: the content stays until the new one is there, or until that cannot be loaded', async () => {
    const { rewards, runtime, zone } = createRuntime('verified', async name => ({ name, ...zoneFor('Ann') }))
    const element = await placed({ name: 'product', rewards })
    let fail = (_: unknown) => {}
    zone.mockReturnValueOnce(new Promise((_, reject) => (fail = reject)))
    runtime.consumer = { ...runtime.consumer, level: 'identified' }
    runtime.dispatchEvent(new Event('consumer'))
    await vi.waitUntil(() => zone.mock.calls.length === 2, SOON)
    expect(inside(element).getByRole('heading').textContent).toBe('Ann')
    const failed = next(element, 'error')
    fail(new RewardsError('network_error', 'Offline', { retryable: true }))
    await failed
    expect(element.shadowRoot!.textContent).not.toContain('Ann')
    expect(inside(element).getByRole('button')).toBeTruthy()
  })

  test('is not the same person whose identity the platform only learns now, but who follows them is', async () => {
    const { rewards, runtime, zone, become } = createRuntime('verified', async name => ({ name, ...zoneFor('Ann') }))
    runtime.consumer = { ...runtime.consumer, identity_id: null }
    const element = await placed({ name: 'product', rewards })
    runtime.consumer = { ...runtime.consumer, identity_id: 'Ann' }
    runtime.dispatchEvent(new Event('consumer'))
    // For a moment, the page does not know whose the next token is.
    runtime.consumer = { ...runtime.consumer, identity_id: null }
    runtime.dispatchEvent(new Event('consumer'))
    await settled()
    expect(zone).toHaveBeenCalledTimes(1)
    become('Bob')
    await next(element, 'load')
    expect(inside(element).getByRole('heading').textContent).toBe('Bob')
  })
})

describe('a change', () => {
  test('of several attributes in one task loads once', async () => {
    const element = await placed({ name: 'product', data: { sku: 'fern' } })
    element.name = 'confirmation'
    element.setAttribute('data', '{"order":"1"}')
    element.widget = 'share'
    await next(element, 'load')
    expect(program.zones.slice(1)).toEqual([{ event_name: 'confirmation', data: { order: '1' } }])
  })

  test('of the widget alone loads the zone again', async () => {
    const element = await placed({ name: 'product' })
    element.widget = 'stats'
    await next(element, 'load')
    expect(program.zones).toHaveLength(2)
  })

  test('of the theme and the texts is drawn in place: typed text and the focus stay', async () => {
    program = createProgram(() => ({ ...CONTENT, capture: {} }))
    const element = await placed({ name: 'product', rewards: program.rewards })
    const field = element.querySelector('input')!
    field.value = 'ida@'
    field.focus()
    element.theme = { scheme: 'dark' }
    element.messages = { capture_get: 'Go on', capture_email: 'Where to?' }
    await inside(element).findByRole('button', { name: 'Go on' })
    // The visible name, and that of the field.
    expect(inside(element).getByText('Where to?')).toBeTruthy()
    expect(field.getAttribute('aria-label')).toBe('Where to?')
    await settled()
    expect(element.shadowRoot!.querySelector('.zone.dark')).not.toBeNull()
    expect(element.querySelector('input')).toBe(field)
    expect(field.value).toBe('ida@')
    expect(document.activeElement).toBe(field)
    expect(program.zones).toHaveLength(1)
  })

  test('to equal values, as frameworks make at each rendering, loads nothing and dispatches nothing', async () => {
    const element = await placed({ name: 'product', data: { sku: 'fern' } })
    const events = lifeOf(element)
    element.name = 'product'
    element.data = { sku: 'fern' }
    element.theme = { accent: 'green' }
    element.rewards = null
    element.widget = null
    expect(await requestedSoon()).toEqual(['product'])
    expect(events).toEqual([])
  })

  test('during a load aborts it, and only the last one is shown', async () => {
    const first = later()
    program = createProgram(({ event_name }) =>
      event_name === 'slow' ? first.answer : { ...CONTENT, headline: 'The last' },
    )
    await program.bringToken()
    const element = place({ name: 'slow', rewards: program.rewards })
    const events = lifeOf(element)
    await requested('slow')
    element.name = 'fast'
    await next(element, 'load')
    first.now({ ...CONTENT, headline: 'The first' })
    await settled()
    expect(program.aborted).toEqual(['slow'])
    expect(inside(element).getByRole('heading').textContent).toBe('The last')
    expect(events).toEqual(['loadstart', 'loadstart', 'load'])
    await vi.dynamicImportSettled()
    expect(program.errors).toEqual([])
  })
})

describe('moving an element', () => {
  test('keeps its content, to the very nodes, and requests nothing', async () => {
    const element = await placed({ name: 'product' })
    const heading = inside(element).getByRole('heading')
    for (const place of ['aside', 'button', 'aside']) {
      document.body.appendChild(document.createElement(place)).append(element)
      await settled()
      expect(inside(element).getByRole('heading')).toBe(heading)
    }
    expect(program.zones).toHaveLength(1)
  })

  test('into another document shows nothing there, and says so once', async () => {
    const element = await placed({ name: 'product' })
    const other = document.implementation.createHTMLDocument('')
    other.body.append(element)
    await expect.poll(() => program.errors).toHaveLength(1)
    expect(element.shadowRoot!.childElementCount).toBe(0)
    element.theme = { scheme: 'dark' }
    await settled()
    document.body.append(element)
    await vi.waitUntil(() => element.shadowRoot!.querySelector('.zone.dark'), SOON)
    await vi.dynamicImportSettled()
    expect(program.errors).toMatchObject([{ code: 'invalid_argument', message: expect.stringContaining('frame') }])
  })

  test('lets a running load finish', async () => {
    const answer = later()
    program = createProgram(() => answer.answer)
    const element = place({ name: 'product', rewards: program.rewards })
    await next(element, 'loadstart')
    document.body.appendChild(document.createElement('aside')).append(element)
    await settled()
    answer.now(CONTENT)
    await next(element, 'load')
    expect([program.zones.length, program.aborted]).toEqual([1, []])
  })
})

describe('removing an element', () => {
  const unhandled = vi.fn()

  beforeEach(() => {
    unhandled.mockClear()
    process.on('unhandledRejection', unhandled)
    return () => void process.off('unhandledRejection', unhandled)
  })

  afterEach(() => expect(unhandled).not.toHaveBeenCalled())

  test('aborts the load silently', async () => {
    program = createProgram(({ event_name }) => (event_name === 'product' ? later().answer : CONTENT))
    await program.bringToken()
    const element = place({ name: 'product', rewards: program.rewards })
    const events = lifeOf(element)
    await requested('product')
    element.remove()
    await settled()
    expect(program.aborted).toEqual(['product'])
    await vi.dynamicImportSettled()
    expect(program.errors).toEqual([])
    expect(events).toEqual(['loadstart'])
  })

  test('in the task of its insertion requests nothing', async () => {
    place({ name: 'product' }).remove()
    expect(await requestedSoon()).toEqual([])
  })

  test.each(['loadstart', 'load'])('in the handler of %s works', async type => {
    const element = place({ name: 'product' })
    element.addEventListener(type, () => element.remove())
    await next(element, type)
    await settled()
    expect(element.isConnected).toBe(false)
    await vi.dynamicImportSettled()
    expect(program.errors).toEqual([])
  })

  test('temporarily keeps its content', async () => {
    const element = await placed({ name: 'product' })
    element.remove()
    await settled()
    document.body.append(element)
    await settled()
    // The browser has kept the page, and shows it again.
    globalThis.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
    await settled()
    expect(inside(element).getByRole('heading').textContent).toBe('product')
    expect(program.zones).toHaveLength(1)
  })

  test('that failed inside a button of the page lets it try again once it is back', async () => {
    let asked = 0
    program = createProgram(() => (asked++ ? CONTENT : Promise.reject(new TypeError('Out of reach'))))
    const button = document.body.appendChild(document.createElement('button'))
    const { element } = program.rewards.mount(button, 'product')
    await next(element, 'error')
    // A button must not contain another one.
    expect(inside(element).queryByText('We couldn’t load this content.')).toBeNull()
    expect(inside(element).queryByRole('button')).toBeNull()
    element.remove()
    await settled()
    button.append(element)
    await settled()
    button.click()
    await next(element, 'load')
    expect(program.zones).toHaveLength(2)
  })

  test('that had not loaded yet makes it load when it is back', async () => {
    let asked = 0
    program = createProgram(({ event_name }) => (event_name === 'product' && !asked++ ? later().answer : CONTENT))
    await program.bringToken()
    const element = place({ name: 'product', rewards: program.rewards })
    await requested('product')
    element.remove()
    await settled()
    document.body.append(element)
    await next(element, 'load')
    expect(program.zones).toHaveLength(2)
  })
})

describe('loading="lazy"', () => {
  let element: RewardsZoneElement

  beforeEach(async () => {
    element = place({ name: 'product', loading: 'lazy' })
    await settled()
  })

  test('requests nothing far from the viewport, but reserves the place', async () => {
    expect(await requestedSoon()).toEqual([])
    expect(element.shadowRoot!.querySelector('[part~=skeleton]')).not.toBeNull()
  })

  test('is watched by nobody after it was removed before the code for it was there', async () => {
    await vi.waitUntil(() => viewport.watchers(element), SOON)
    const other = place({ name: 'product', loading: 'lazy' })
    const third = place({ name: 'product', loading: 'lazy' })
    await Promise.resolve()
    other.remove()
    await vi.waitUntil(() => viewport.watchers(third), SOON)
    expect(viewport.watchers(other)).toBeFalsy()
  })

  test('loads when the viewport comes near', async () => {
    await vi.waitUntil(() => viewport.watchers(element), SOON)
    expect(viewport.marginsOf(element)).toEqual(['200px'])
    viewport.show(element, 0)
    // Both since the browser has told last.
    viewport.show(element, [0, 0.1])
    await next(element, 'load')
    expect(program.zones).toHaveLength(1)
  })

  test.each([
    'element',
    'its parent',
  ])('requests nothing while the page hides it, and loads when it is shown: %s', async what => {
    element.remove()
    await settled()
    const parent = document.body.appendChild(document.createElement('div'))
    ;(what === 'element' ? element : parent).style.display = 'none'
    parent.append(element)
    await vi.waitUntil(() => viewport.watchers(element), SOON)
    viewport.show(element, 0)
    expect(await requestedSoon()).toEqual([])
    viewport.show(element, 0.1)
    await next(element, 'load')
    expect(program.zones.filter(zone => zone.event_name === 'product')).toHaveLength(1)
  })

  test('waits for the viewport again once the element is back', async () => {
    await vi.waitUntil(() => viewport.watchers(element), SOON)
    element.remove()
    await settled()
    document.body.append(element)
    await vi.waitUntil(() => viewport.watchers(element), SOON)
    viewport.show(element, 0.1)
    await next(element, 'load')
    expect(program.zones).toHaveLength(1)
  })

  test('that is removed loads at once', async () => {
    element.loading = 'eager'
    await next(element, 'load')
    expect(program.zones).toHaveLength(1)
  })
})

describe('the event rewards:viewed', () => {
  beforeEach(() => {
    // With the time that passes: what an element does is done in several tasks.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    return () => void vi.useRealTimers()
  })

  /** What watches for views is fetched once there is something to watch. */
  const watched = (element: Element) => vi.waitUntil(() => viewport.watchers(element), SOON)

  /** A person looks at the element long enough for a view. */
  async function view(element: Element) {
    await watched(element)
    viewport.show(element)
    await vi.advanceTimersByTimeAsync(1000)
  }

  test('is dispatched once for a content, and the zone’s own event is tracked', async () => {
    const element = await placed({ name: 'product' })
    const views: unknown[] = []
    document.addEventListener('rewards:viewed', ({ detail }) => views.push(detail))
    const aliases: unknown[] = []
    document.addEventListener('rewards-viewed', ({ detail }) => aliases.push(detail))
    await view(element)
    viewport.show(element, 0)
    viewport.show(element)
    await vi.advanceTimersByTimeAsync(1000)
    expect(views).toEqual([{ zone: 'product', campaign_id: CAMPAIGN, widget: 'share' }])
    expect(aliases).toEqual(views)
    await vi.waitUntil(() => program.events.length, SOON)
    expect(program.events).toMatchObject([{ event_name: 'product_viewed', data: { campaign_id: CAMPAIGN } }])
    expect(viewport.watchers(element)).toBe(0)
  })

  test('is not dispatched again for an element that was removed and is back', async () => {
    const element = await placed({ name: 'product' })
    const views = vi.fn()
    element.addEventListener('rewards:viewed', views)
    await view(element)
    element.remove()
    await vi.advanceTimersByTimeAsync(0)
    document.body.append(element)
    await vi.advanceTimersByTimeAsync(0)
    viewport.show(element)
    await vi.advanceTimersByTimeAsync(1000)
    expect(views).toHaveBeenCalledOnce()
    // It still follows the language of the page.
    onTestFinished(() => document.documentElement.removeAttribute('lang'))
    document.documentElement.lang = 'fr'
    await next(element, 'load')
    expect(program.zones.at(-1)).toEqual({ event_name: 'product', data: { locale: 'fr' } })
  })

  test('is dispatched again for the next content', async () => {
    const element = await placed({ name: 'product' })
    const views = vi.fn()
    element.addEventListener('rewards:viewed', views)
    await view(element)
    element.name = 'confirmation'
    await next(element, 'load')
    await view(element)
    expect(views).toHaveBeenCalledTimes(2)
  })

  test('is dispatched again if another campaign replaces the content in place, not for the same content at another level', async () => {
    let campaign_id = 'first'
    const runtime = Object.assign(new EventTarget(), {
      domain: 'https://share.brand.com',
      data: {},
      consumer: { level: 'anonymous', scopes: [], identity_id: 'Ann', expires_at: null },
      zone: async (name: string) => ({ name, event_id: null, campaign_id, data: CONTENT }),
      track: vi.fn(async () => {}),
    })
    const element = await placed({ name: 'product', rewards: runtime as unknown as RewardsZoneElement['rewards'] })
    const views: unknown[] = []
    element.addEventListener('rewards:viewed', ({ detail }) => views.push(detail.campaign_id))
    await view(element)
    async function become(level: string) {
      runtime.consumer = { ...runtime.consumer, level }
      runtime.dispatchEvent(new Event('consumer'))
      await next(element, 'load')
    }
    await become('identified')
    await settled()
    expect(viewport.watchers(element)).toBe(0)
    campaign_id = 'second'
    await become('verified')
    await view(element)
    expect(views).toEqual(['first', 'second'])
    expect(runtime.track.mock.calls).toEqual(views.map(campaign_id => ['product_viewed', { campaign_id }]))
  })

  test('is not dispatched for an element that was removed in time', async () => {
    const element = await placed({ name: 'product' })
    const views = vi.fn()
    element.addEventListener('rewards:viewed', views)
    await watched(element)
    viewport.show(element)
    element.remove()
    await vi.advanceTimersByTimeAsync(2000)
    expect(views).not.toHaveBeenCalled()
  })
})
