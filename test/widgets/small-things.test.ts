import { userEvent } from '@testing-library/user-event'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { unsupportedIn } from '../../widgets/creative/unsupported-html.js'
import { isUnclosed } from '../../widgets/page-children.js'
import { SOON } from '../soon.js'
import { error } from '../src/wire.js'
import { announcedIn, inside, next, place, placed, settled } from './page.js'
import { type Creative, createProgram, later } from './program.js'
import { useViewport } from './viewport.js'

// What people see at the edges: after a page was restored, at the end of an offer, in a second widget of the page.

const viewport = useViewport()
const user = userEvent.setup()

const CAPTURE = { widget: 'share', capture: {}, shareable: { code: 'ada', link: 'https://brand.com/s/ada' } }
const OFFER = { widget: 'offer', headline: 'Hi', coupon_code: 'ADA-20' }
const SHARE = { widget: 'share', channels: ['copy', 'whatsapp'], shareable: CAPTURE.shareable }

async function show(content: Creative, properties: object = {}) {
  const program = createProgram(() => content)
  const element = await placed({ name: 'zone', rewards: program.rewards, ...properties })
  return { program, element, root: element.shadowRoot!, view: inside(element) }
}

describe('an email field', () => {
  test('is there once in a page that was stored as HTML and restored', async () => {
    const { program, element } = await show(CAPTURE)
    expect(element.querySelectorAll('input')).toHaveLength(1)
    const copy = element.cloneNode(true) as typeof element
    // Browsers copy what somebody has typed, too.
    copy.querySelector('input')!.value = 'ada@'
    copy.rewards = program.rewards
    document.body.append(copy)
    await next(copy, 'load')
    expect(copy.querySelectorAll('input')).toHaveLength(1)
    await user.type(copy.querySelector('input')!, 'ida@example.com')
    await user.click(inside(copy).getByRole('button', { name: 'Get my link' }))
    await vi.waitUntil(() => program.events.length, SOON)
    expect(program.events).toMatchObject([{ event_name: 'identify', data: { email: 'ida@example.com' } }])
  })

  test('has the accessible name that the page gives it later', async () => {
    const { element } = await show(CAPTURE)
    element.messages = { capture_email: 'Where shall we send it?' }
    await vi.waitUntil(
      () => element.querySelector('input')!.getAttribute('aria-label') === 'Where shall we send it?',
      SOON,
    )
  })

  test('announces a second invalid address, too', async () => {
    const { element, root, view } = await show(CAPTURE)
    const region = root.querySelector('[role=status]')!
    const submit = view.getByRole('button', { name: 'Get my link' })
    await user.type(element.querySelector('input')!, 'ida')
    await user.click(submit)
    const text = region.textContent!
    expect(text).not.toBe('')
    const texts = announcedIn(region)
    await user.click(submit)
    await vi.waitUntil(() => texts.length && region.textContent === text, SOON)
  })

  test('ignores the Enter that ends the composition of an input method', async () => {
    const { program, element, root } = await show(CAPTURE)
    const field = element.querySelector('input')!
    await user.type(field, 'ida')
    // Safari ends the composition before the key: only its old code tells.
    for (const composing of [{ isComposing: true, keyCode: 229 }, { keyCode: 229 }])
      field.dispatchEvent(Object.assign(new KeyboardEvent('keydown', { key: 'Enter' }), composing))
    await settled()
    expect(root.querySelector('[role=status]')!.textContent).toBe('')
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter' }))
    await vi.waitUntil(() => root.querySelector('[role=status]')!.textContent, SOON)
    expect(program.events).toEqual([])
  })
})

describe('copying', () => {
  test('another code takes back what the first says, and the last says it for five seconds', async () => {
    const [first, second] = [await show(OFFER), await show(OFFER)]
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const fast = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
    await fast.click(first.view.getByRole('button', { name: 'Copy' }))
    await first.view.findByRole('button', { name: 'Copied' })
    await fast.click(second.view.getByRole('button', { name: 'Copy' }))
    await second.view.findByRole('button', { name: 'Copied' })
    // At once: its own time is not over.
    const again = first.view.getByRole('button', { name: 'Copy' })
    // What cannot be copied leaves the clipboard as it is.
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new DOMException('', 'NotAllowed'))
    await fast.click(again)
    const failure = await first.view.findByText(/^We couldn’t copy it/)
    await vi.advanceTimersByTimeAsync(4_999)
    second.view.getByRole('button', { name: 'Copied' })
    await vi.advanceTimersByTimeAsync(1)
    second.view.getByRole('button', { name: 'Copy' })
    expect(failure.isConnected).toBe(true)
    expect(failure.textContent).not.toBe('')
  })

  test('the same code again says so for as long as the first time', async () => {
    const { element, view } = await show(OFFER)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const fast = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
    await fast.click(view.getByRole('button', { name: 'Copy' }))
    const button = await view.findByRole('button', { name: 'Copied' })
    await vi.advanceTimersByTimeAsync(3_000)
    const again = next(element, 'rewards:action')
    await fast.click(button)
    await again
    await vi.advanceTimersByTimeAsync(4_999)
    expect(button.textContent).toBe('Copied')
    await vi.advanceTimersByTimeAsync(1)
    expect(button.textContent).toBe('Copy')
  })

  test('by a double click is one share', async () => {
    const { program, element, view } = await show(SHARE)
    const actions: unknown[] = []
    element.addEventListener('rewards:action', ({ detail }) => actions.push(detail))
    // The clipboard takes longer than the second click.
    let write = () => {}
    const clipboard = vi.spyOn(navigator.clipboard, 'writeText').mockReturnValue(
      new Promise(resolve => {
        write = resolve
      }),
    )
    await user.dblClick(view.getByRole('button', { name: 'Copy' }))
    await vi.waitUntil(() => clipboard.mock.calls.length, SOON)
    clipboard.mockRestore()
    write()
    await vi.waitUntil(() => program.events.length, SOON)
    await settled()
    expect(actions).toHaveLength(1)
    expect(program.events).toHaveLength(1)
  })
})

describe('a channel that is a link', () => {
  const press = (link: HTMLElement, button: number) =>
    link.dispatchEvent(new MouseEvent('auxclick', { button, bubbles: true, composed: true }))

  test('is a share when the middle button opens it, and none when the right one opens a menu', async () => {
    const { element, view } = await show(SHARE)
    const actions: object[] = []
    element.addEventListener('rewards:action', ({ detail }) => actions.push(detail))
    const link = view.getByRole('link', { name: 'WhatsApp' })
    press(link, 2)
    press(link, 1)
    await settled()
    expect(actions).toMatchObject([{ action: 'share', channel: 'whatsapp' }])
  })
})

test('a double click on a channel that is a link opens it once, and is one share', async () => {
  const { program, element, view } = await show(SHARE)
  const actions: unknown[] = []
  element.addEventListener('rewards:action', ({ detail }) => actions.push(detail))
  const link = view.getByRole('link', { name: 'WhatsApp' })
  const isOpened: boolean[] = []
  element.addEventListener('click', event => {
    isOpened.push(!event.defaultPrevented)
    event.preventDefault()
  })
  await user.dblClick(link)
  await vi.waitUntil(() => program.events.length, SOON)
  await settled()
  expect([isOpened, actions.length, program.events.length]).toEqual([[true, false], 1, 1])
})

describe('a zone that failed', () => {
  test('is loaded again each time when the device is online', async () => {
    let isOnline = false
    const program = createProgram(() => (isOnline ? OFFER : Promise.reject(new TypeError('Failed to fetch'))))
    const element = place({ name: 'zone', rewards: program.rewards })
    await next(element, 'error')
    // The first network is one that needs a login.
    globalThis.dispatchEvent(new Event('online'))
    await next(element, 'error')
    isOnline = true
    globalThis.dispatchEvent(new Event('online'))
    await next(element, 'load')
    expect(inside(element).getByRole('heading').textContent).toBe('Hi')
    globalThis.dispatchEvent(new Event('online'))
    await settled()
    expect(program.zones).toHaveLength(3)
  })

  test('is loaded again when the page returns to the foreground, and not in the background', async () => {
    let isReachable = false
    const program = createProgram(() => (isReachable ? OFFER : Promise.reject(new TypeError('Failed to fetch'))))
    const element = place({ name: 'zone', rewards: program.rewards })
    await next(element, 'error')
    const prototype = Object.getPrototypeOf(document)
    onTestFinished(() => void Reflect.deleteProperty(prototype, 'hidden'))
    const turn = (hidden: boolean) => {
      Object.defineProperty(prototype, 'hidden', { value: hidden, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }
    turn(true)
    await settled()
    expect(program.zones).toHaveLength(1)
    isReachable = true
    turn(false)
    await next(element, 'load')
    turn(false)
    await settled()
    expect(program.zones).toHaveLength(2)
  })

  test('disappears if it is refused for good when the device is online', async () => {
    let isOnline = false
    const program = createProgram(() =>
      isOnline ? error(403, 'access_denied') : Promise.reject(new TypeError('Failed to fetch')),
    )
    const element = place({ name: 'zone', rewards: program.rewards })
    await next(element, 'error')
    isOnline = true
    globalThis.dispatchEvent(new Event('online'))
    expect(await next(element, 'error')).toMatchObject({ detail: { code: 'access_denied' } })
    expect(element.shadowRoot!.textContent).toBe('')
    globalThis.dispatchEvent(new Event('online'))
    await settled()
    expect(program.zones).toHaveLength(2)
  })

  test('in a handler of its widget is loaded again, too', async () => {
    const { program, element, view } = await show({ ...OFFER, continue_url: 'https://brand.com/shop' })
    vi.spyOn(program.rewards, 'track').mockImplementationOnce(() => {
      throw new TypeError('No events')
    })
    const link = view.getByRole('link', { name: 'Start shopping' })
    link.addEventListener('click', event => event.preventDefault())
    link.click()
    await view.findByRole('button', { name: 'Try again' })
    globalThis.dispatchEvent(new Event('online'))
    await next(element, 'load')
    expect(view.getByRole('heading').textContent).toBe('Hi')
  })
})

test('a lazy zone without a box of its own is loaded when what contains it is near', async () => {
  const program = createProgram(() => OFFER)
  const style = document.head.appendChild(document.createElement('style'))
  style.textContent = 'rewards-zone { display: contents }'
  onTestFinished(() => style.remove())
  const parent = document.body.appendChild(document.createElement('div'))
  const element = place({ name: 'zone', loading: 'lazy', rewards: program.rewards })
  parent.append(element)
  await vi.waitUntil(() => viewport.watchers(parent), SOON)
  expect(program.zones).toEqual([])
  viewport.show(parent)
  await next(element, 'load')
})

test('an element with children that has its end tag at the end of the body contains no rest of the page', async () => {
  const program = createProgram(() => OFFER)
  const element = place({ name: 'zone', rewards: program.rewards })
  element.append(document.createElement('p'), document.createElement('p'), '\n')
  document.body.append('\n')
  await next(element, 'load')
  await vi.dynamicImportSettled()
  expect(element.shadowRoot!.querySelector('slot')).toBeNull()
  expect(program.errors).toEqual([])
})

test('the rest of the page in an element stays readable where the zone asks for an email address', async () => {
  const program = createProgram(() => CAPTURE)
  const element = place({ name: 'zone', rewards: program.rewards })
  element.append(document.createElement('p'), document.createElement('p'), '\n')
  await next(element, 'load')
  await vi.dynamicImportSettled()
  element.theme = { accent: '#123456' }
  await settled()
  expect(element.shadowRoot!.querySelector('slot:not([name])')).toBeTruthy()
  expect(program.errors.map(({ message }) => message)).toEqual([expect.stringContaining('the rest of the page')])
})

test.each<[unclosed: boolean, parent: string, children: string[]]>([
  [true, 'body', ['p', 'p', '\n']],
  [false, 'body', ['p', '\n']],
  [false, 'body', ['p', 'p']],
  [false, 'div', ['p', 'p', '\n']],
])('is taken for an element without an end tag: %s, the last in a %s with %j', (unclosed, parent, children) => {
  const element = document.createElement('rewards-zone')
  element.append(...children.map(each => (each === 'p' ? document.createElement('p') : each)))
  const around = parent === 'body' ? document.body : document.body.appendChild(document.createElement(parent))
  around.append(element)
  expect(isUnclosed(element)).toBe(unclosed)
  element.remove()
})

const CTA = { widget: 'cta', style: 'button', text: 'Invite', opens: { zone: 'share' } }

test.each<[isReported: boolean, what: string, content: Creative, children: string[], after: string]>([
  [true, 'an offer', OFFER, ['\n', 'p', '\n'], ''],
  [true, 'a card that asks for an email address', CAPTURE, ['\n', 'p', '\n'], ''],
  [true, 'nothing', 'null', ['\n', 'p', 'p', '\n'], ''],
  [true, 'a cta, which takes them for its button', CTA, ['\n', 'p', 'p', '\n'], ''],
  [false, 'a cta that has its button', CTA, ['\n', 'button', '\n'], ''],
  [false, 'an empty cta that has its button', 'null', ['\n', 'button', '\n'], ''],
  [false, 'the page’s own content', { title: 'Hi' }, ['\n', 'p', 'p', '\n'], ''],
  [false, 'an offer with an end tag on the same line', OFFER, ['p'], ''],
  [false, 'an offer with more of the page behind it', OFFER, ['\n', 'p', '\n'], '\n'],
  [false, 'an offer beside what is never seen', OFFER, ['\n', 'noscript', 'script', '\n'], ''],
  [false, 'an offer that a framework ends with an empty text', OFFER, ['p', ''], ''],
  [false, 'an offer that a framework ends with an empty comment', OFFER, ['p', '<!---->'], ''],
  [false, 'a cta whose button is an element of the page’s own', CTA, ['\n', 'brand-button', '\n'], ''],
  [false, 'a cta that has a button for each of two widths', CTA, ['\n', 'button', 'a', '\n'], ''],
  [true, 'a cta that has its button, and takes the rest for others', CTA, ['\n', 'button', 'p', '\n'], ''],
])('the rest of a part of the page in an element is reported: %s, as %s', async (isReported, _, content, children, after) => {
  const program = createProgram(() => content)
  const part = document.body.appendChild(document.createElement('main'))
  const element = Object.assign(document.createElement('rewards-zone'), { name: 'zone', rewards: program.rewards })
  const nodeOf = (each: string) =>
    each.startsWith('<') ? document.createComment('') : each.trim() ? document.createElement(each) : each
  element.append(...children.map(nodeOf))
  part.append(element, ...(after && [after]))
  await next(element, 'load')
  await vi.dynamicImportSettled()
  await settled()
  await vi.dynamicImportSettled()
  const problem =
    'Zone "zone": its element contains elements of the page that it does not show, or shows as its button. If it is written <rewards-zone />, which HTML reads as a start tag, write <rewards-zone name="zone"></rewards-zone>'
  expect(program.errors.map(({ message }) => message).filter(message => /element/.test(message))).toEqual(
    isReported ? [problem] : [],
  )
  part.remove()
})

describe('an offer that ends while the page is open', () => {
  test('says that it has expired, and shows no code', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    onTestFinished(() => void vi.useRealTimers())
    // In 25 hours: the timer ends earlier, and is set once more.
    const { view } = await show({ ...OFFER, expires_at: new Date(Date.now() + 90_000_000).toISOString() })
    expect(view.getByRole('button', { name: 'Copy' })).toBeTruthy()
    await vi.advanceTimersByTimeAsync(86_400_000)
    expect(view.getByRole('button', { name: 'Copy' })).toBeTruthy()
    await vi.advanceTimersByTimeAsync(3_600_001)
    await vi.waitUntil(() => !view.queryByRole('button', { name: 'Copy' }), SOON)
    expect(view.getByText('This offer has expired.')).toBeTruthy()
  })

  test('in a year sets no timer that a browser would end at once', async () => {
    const timers = vi.spyOn(globalThis, 'setTimeout')
    onTestFinished(() => timers.mockRestore())
    await show({ ...OFFER, expires_at: new Date(Date.now() + 365 * 86_400_000).toISOString() })
    const delays = timers.mock.calls.map(([, delay]) => delay ?? 0)
    expect(delays.filter(delay => delay > 0x7fffffff)).toEqual([])
    expect(delays).toContain(86_400_000)
  })

  test('says so at the latest when the visitor comes back to its tab, where no timer runs', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const { view } = await show({ ...OFFER, expires_at: new Date(Date.now() + 600_000).toISOString() })
    vi.setSystemTime(Date.now() + 600_001)
    expect(view.getByRole('button', { name: 'Copy' })).toBeTruthy()
    document.dispatchEvent(new Event('visibilitychange'))
    await view.findByText('This offer has expired.')
    expect(view.queryByRole('button', { name: 'Copy' })).toBeNull()
  })
})

describe('two overlays', () => {
  /** In happy-dom, nothing has a size. */
  function giveHeight(pixels = 100) {
    const height = vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockImplementation(function (
      this: HTMLElement,
    ) {
      return this.isConnected && !this.hidden ? pixels : 0
    })
    onTestFinished(() => height.mockRestore())
  }

  test('are above each other, until one is dismissed', async () => {
    giveHeight()
    const overlay = { widget: 'cta', style: 'overlay', text: 'Hi', opens: { zone: 'terms' } }
    const [first, second] = [await show(overlay), await show(overlay)]
    const bottom = (root: ShadowRoot) =>
      root.querySelector<HTMLElement>('aside')?.style.getPropertyValue('inset-block-end')
    await vi.waitUntil(() => bottom(first.root) && bottom(second.root), SOON)
    expect([bottom(first.root), bottom(second.root)].sort()).toEqual(['0px', '112px'])
    const [lower, upper] = bottom(first.root) === '0px' ? [first, second] : [second, first]
    await user.click(lower.view.getByRole('button', { name: 'Dismiss' }))
    await vi.waitUntil(() => bottom(upper.root) === '0px', SOON)
  })

  test('lie in the corner, one in front of the other, where the window has no space for both', async () => {
    giveHeight(innerHeight * 0.6)
    const overlay = { widget: 'cta', style: 'overlay', text: 'Hi', opens: { zone: 'terms' } }
    for (const { root } of [await show(overlay), await show(overlay)]) {
      const bottom = () => root.querySelector<HTMLElement>('aside')?.style.getPropertyValue('inset-block-end')
      await vi.waitUntil(bottom, SOON)
      expect(bottom()).toBe('0px')
    }
  })

  test('leave no gap where one was whose zone is gone from the page', async () => {
    giveHeight()
    const overlay = { widget: 'cta', style: 'overlay', text: 'Hi', opens: { zone: 'terms' } }
    const aside = (root: ShadowRoot) =>
      root.querySelector<HTMLElement>('aside')?.style.getPropertyValue('inset-block-end')
    const first = await show(overlay)
    await vi.waitUntil(() => aside(first.root), SOON)
    ;(first.root.host as HTMLElement).remove()
    const second = await show(overlay)
    await vi.waitUntil(() => aside(second.root), SOON)
    expect(aside(second.root)).toBe('0px')
  })
})

describe('an HTML creative', () => {
  test.each([
    ['<a href="/sale">Sale</a>', ['relative addresses']],
    ['<img src=sale.png>', ['relative addresses']],
    ['<video poster="garden.jpg" src="https://brand.com/garden.mp4"></video>', ['relative addresses']],
    ['<form action="https://brand.com/"><input></form>', ['forms']],
    ['<a href="sale"></a><form>', ['relative addresses', 'forms']],
    ['<a href="#terms">Terms</a><a href="https://brand.com/">Shop</a><a href="mailto:a@b.c">Mail</a>', []],
    ['<img src="data:image/png;base64,AA=="><img src="//cdn.brand.com/a.png"><formal-dress></formal-dress>', []],
  ])('%s contains what does not work in its frame: %j', (html, faults) => {
    expect(unsupportedIn(html)).toEqual(faults)
  })
})

test('an HTML creative with what does not work in its frame is shown, and this is reported', async () => {
  const html = '<form action="/join"><input></form>'
  const program = createProgram(
    () => new Response(html, { headers: { 'content-type': 'text/html', 'x-svc-token': 'a-token' } }),
  )
  const element = await next(place({ name: 'zone', rewards: program.rewards }), 'load').then(({ target }) => target)
  expect((element as Element).shadowRoot!.querySelector('iframe')).not.toBeNull()
  expect(program.errors).toMatchObject([
    { code: 'unsupported_content', message: expect.stringMatching(/^Zone zone: its HTML contains .*forms/) },
  ])
})

test('an HTML creative whose file is missing shows nothing after two seconds, and this is reported once', async () => {
  const program = createProgram(
    () => new Response('<b>Hi</b>', { headers: { 'content-type': 'text/html', 'x-svc-token': 'a-token' } }),
  )
  const element = await placed({ name: 'zone', rewards: program.rewards })
  const frame = () => element.shadowRoot!.querySelector('iframe')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  // A page that says that there is none is loaded like any other, and never connects.
  frame()!.dispatchEvent(new Event('load'))
  await vi.advanceTimersByTimeAsync(1_999)
  expect(frame()).not.toBeNull()
  await vi.advanceTimersByTimeAsync(1)
  expect(frame()).toBeNull()
  expect(program.errors).toMatchObject([
    { code: 'unsupported_content', message: expect.stringContaining('rewards-creative.html in frame-src') },
  ])
})

test('an HTML creative is drawn anew with other HTML, and disappears only if the policy of the page forbids its own frame', async () => {
  const html = (text: string) =>
    new Response(text, { headers: { 'content-type': 'text/html', 'x-svc-token': 'a-token' } })
  const program = createProgram(() => html(program.zones.length > 1 ? '<b>Hello</b>' : '<b>Hi</b>'))
  const element = await placed({ name: 'zone', rewards: program.rewards })
  const frame = () => element.shadowRoot!.querySelector('iframe')
  const first = frame()
  const { consumer } = program.rewards
  vi.spyOn(program.rewards, 'consumer', 'get').mockReturnValue({ ...consumer, level: 'identified' })
  program.rewards.dispatchEvent(new Event('consumer'))
  await next(element, 'load')
  expect(frame()).not.toBe(first)

  const violate = (effectiveDirective: string, blockedURI: string, disposition = 'enforce') =>
    document.dispatchEvent(
      Object.assign(new Event('securitypolicyviolation'), { effectiveDirective, blockedURI, disposition }),
    )
  const { domain } = program.rewards
  violate('frame-src', 'https://ads.example/')
  violate('img-src', domain)
  // The browser only reports what such a policy would forbid.
  violate('frame-src', domain, 'report')
  await settled()
  expect(frame()).not.toBeNull()
  expect(program.errors).toEqual([])
  violate('frame-src', domain)
  await vi.waitFor(() => expect(frame()).toBeNull(), SOON)
  expect(program.errors).toMatchObject([{ code: 'unsupported_content' }])
})

test('the widget html without HTML shows nothing, and this is reported with the address to allow', async () => {
  const program = createProgram(() => ({ widget: 'html' }))
  const element = await placed({ name: 'zone', rewards: program.rewards })
  await vi.waitFor(() => expect(element.shadowRoot!.querySelector('iframe')).toBeNull(), SOON)
  const address = `${program.rewards.domain}/rewards-creative.html`
  expect(program.errors).toMatchObject([
    { code: 'unsupported_content', message: expect.stringContaining(`Allow ${address} in frame-src`) },
  ])
})

describe('a stack for a person who is not verified', () => {
  test('asks once for all private items, and shows the others', async () => {
    const items = [{ widget: 'rewards' }, OFFER, { widget: 'referrals' }, { widget: 'profile' }]
    const { root } = await show({ widget: 'stack', items })
    const headings = () =>
      [...root.querySelectorAll('[part=frame]')].map(frame => frame.shadowRoot!.querySelector('h2')?.textContent)
    await vi.waitFor(() => expect(headings()).toEqual(['Confirm it’s you', 'Hi']), SOON)
  })
})

describe('a mounted zone', () => {
  test('that is removed while it loads ends silently', async () => {
    const { answer } = later()
    const program = createProgram(({ event_name }) => (event_name === 'first' ? OFFER : answer))
    await program.bringToken()
    const mounted = program.rewards.mount(document.body, 'zone')
    const events: string[] = []
    for (const type of ['load', 'error']) mounted.element.addEventListener(type, () => events.push(type))
    await vi.waitUntil(() => program.zones.length, SOON)
    mounted.remove()
    await vi.waitUntil(() => program.aborted.length, SOON)
    await settled()
    expect(document.querySelector('rewards-zone')).toBeNull()
    expect([events, program.errors]).toEqual([[], []])
  })

  test('loads once for new data', async () => {
    const program = createProgram(() => OFFER)
    const mounted = program.rewards.mount(document.body, 'zone', { sku: 'fern', color: 'green' })
    await next(mounted.element, 'load')
    mounted.update({ sku: 'rose' })
    await next(mounted.element, 'load')
    expect(program.zones.map(({ data }) => data)).toEqual([{ sku: 'fern', color: 'green' }, { sku: 'rose' }])
  })
})

describe('items with the same text', () => {
  test.each([
    ['steps', { ...SHARE, how_it_works: ['Share.', 'Share.', 'Wait.'] }, 'ol li', ['Share.', 'Share.', 'Wait.']],
    ['rules', { ...OFFER, rules: ['One.', 'One.'] }, 'details li', ['One.', 'One.']],
  ])('all stay when the %s are drawn again', async (_, content, selector, texts) => {
    const { element, root } = await show(content)
    const shown = () => [...root.querySelectorAll(selector)].map(({ textContent }) => textContent)
    expect(shown()).toEqual(texts)
    element.theme = { scheme: 'dark' }
    await vi.waitUntil(() => root.querySelector('.zone.dark'), SOON)
    expect(shown()).toEqual(texts)
  })
})

test('a zone works on where a translator has put elements around its texts', async () => {
  const { program, element, root, view } = await show(SHARE)
  const failures: unknown[] = []
  const note = ({ error }: ErrorEvent) => failures.push(error)
  addEventListener('error', note)
  onTestFinished(() => removeEventListener('error', note))
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) texts.push(walker.currentNode as Text)
  for (const text of texts) {
    const font = document.createElement('font')
    text.replaceWith(font)
    font.append(text)
  }
  expect(texts.length).toBeGreaterThan(3)
  // People press what is uppermost: the translator's element, not the button around it.
  const copy = view.getByRole('button', { name: /^Copy/ }).querySelector('font')!
  const refused = vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new DOMException('', 'NotAllowed'))
  await user.click(copy)
  await vi.waitUntil(() => root.activeElement?.matches('[part=link]'), SOON)
  refused.mockRestore()
  await user.click(copy)
  await vi.waitUntil(() => program.events.some(({ event_name }) => event_name === 'share'), SOON)
  element.data = { sku: 'fern' }
  await next(element, 'load')
  expect(view.getAllByRole('button', { name: /^Copy/ })).toHaveLength(1)
  expect([program.errors, failures]).toEqual([[], []])
})
