import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { RewardsError } from '../../../src/index.js'
import { SOON } from '../../soon.js'
import { inside, next, place, placed, settled } from '../page.js'
import { CAMPAIGN, type Creative, createProgram, type Program } from '../program.js'
import { useViewport } from '../viewport.js'

useViewport()

const CTA = { widget: 'cta', text: 'Give 20, get 20', opens: { zone: 'share_experience', data: { labels: 'refer' } } }
const SHARE = { widget: 'share', headline: 'Your link', shareable: { code: 'ada', link: 'https://brand.com/s/ada' } }
const OVERLAY = { ...CTA, style: 'overlay', minimized_text: '$20 for you' }

let program: Program
/** Whom `rewards.storage` names, where the test says so: this page is not secure, and stores no token. */
let owner: string | undefined
const user = userEvent.setup()

/** The widget, showing `content`. */
async function show(content: Creative, properties: object = {}, consent?: 'denied') {
  program = createProgram(({ event_name }) => (event_name === 'share_experience' ? SHARE : content))
  if (consent) program.rewards.setConsent(consent)
  if (owner) Object.assign(program.rewards, { storage: { owner } })
  const element = await placed({ name: 'global_header', rewards: program.rewards, ...properties })
  await settled()
  return { element, root: element.shadowRoot!, view: inside(element) }
}

const actionsOf = (element: Element) => {
  const actions: string[] = []
  element.addEventListener('rewards:action', event => actions.push((event as CustomEvent).detail.action))
  return actions
}

const dialogIn = (root: ShadowRoot) => root.querySelector('dialog')!
const inner = (root: ShadowRoot) => root.querySelector('rewards-zone')!
/** The zone in the dialog is there. */
const filled = (root: ShadowRoot) => vi.waitUntil(() => inner(root)?.shadowRoot?.querySelector('h2'), SOON)

describe('a cta', () => {
  test.each([
    'banner',
    'button',
  ])('that is a %s opens its zone in a dialog, and requests it no earlier', async style => {
    const { view, root } = await show({ ...CTA, style })
    expect(program.zones).toHaveLength(1)
    await user.click(view.getByRole('button', { name: 'Give 20, get 20' }))
    await filled(root)
    expect(dialogIn(root).open).toBe(true)
    expect(dialogIn(root).getAttribute('aria-label')).toBe('Give 20, get 20')
    expect(program.zones[1]).toEqual({ event_name: 'share_experience', data: { labels: 'refer' } })
    expect(inside(inner(root)).getByRole('heading').textContent).toBe('Your link')
    const used = next(document, 'rewards:action')
    await user.click(inside(inner(root)).getByRole('button', { name: 'Copy' }))
    expect(await used).toMatchObject({ detail: { zone: 'share_experience', action: 'share' } })
  })

  test.each(['banner', 'overlay'])('shows no broken image if its picture cannot be loaded: %s', async style => {
    const { root } = await show({ ...CTA, style, image_url: 'https://brand.com/fern.jpg' })
    await vi.waitUntil(() => root.querySelector('img'), SOON)
    const picture = root.querySelector('img')!
    picture.dispatchEvent(new Event('error'))
    expect(picture.hidden).toBe(true)
  })

  test('passes on the page’s data, theme and texts', async () => {
    const { element, view, root } = await show(CTA, {
      data: { sku: 'fern', labels: 'old' },
      theme: { scheme: 'dark' },
      messages: { copy: 'Take it' },
    })
    await user.click(view.getByRole('button', { name: 'Give 20, get 20' }))
    await filled(root)
    expect(program.zones[1]?.data).toEqual({ sku: 'fern', labels: 'refer' })
    expect(inner(root).theme).toEqual({ scheme: 'dark' })
    const copy = inside(inner(root)).getByRole('button', { name: 'Take it' })
    copy.focus()
    // Also what the page changes while the dialog is open: nothing loads, and the focus stays.
    Object.assign(element, { theme: { scheme: 'light' }, messages: { copy: 'Keep it' } })
    await inside(inner(root)).findByRole('button', { name: 'Keep it' })
    expect(inner(root).theme).toEqual({ scheme: 'light' })
    expect(program.zones).toHaveLength(2)
    expect(inner(root).shadowRoot!.activeElement).toBe(copy)
  })

  test('opens its zone in its own runtime, which is not the first of the page', async () => {
    const { zones } = createProgram(() => SHARE)
    const { view, root } = await show(CTA)
    await user.click(view.getByRole('button', { name: 'Give 20, get 20' }))
    await filled(root)
    expect([zones.length, program.zones.length]).toEqual([0, 2])
  })

  test('reports what is done to the platform and the page', async () => {
    const { element, view } = await show(CTA)
    const actions = actionsOf(element)
    await user.click(view.getByRole('button', { name: 'Give 20, get 20' }))
    await user.click(view.getByRole('button', { name: 'Close' }))
    await vi.waitUntil(() => actions.length === 2, SOON)
    expect(actions).toEqual(['open', 'close'])
    await vi.waitUntil(() => program.events.length, SOON)
    expect(program.events).toMatchObject([{ event_name: 'global_header_tap', data: { campaign_id: CAMPAIGN } }])
  })

  test('leaves the focus where it is when its dialog closes, if the visitor has moved it', async () => {
    const { view, root } = await show(CTA)
    await user.click(view.getByRole('button', { name: 'Give 20, get 20' }))
    await filled(root)
    const field = document.body.appendChild(document.createElement('input'))
    const closed = next(dialogIn(root), 'close')
    field.focus()
    dialogIn(root).close()
    await closed
    await settled()
    expect(document.activeElement).toBe(field)
  })

  test('closes its dialog when the zone loads again, and reports that', async () => {
    const { element, view, root } = await show(CTA)
    await user.click(view.getByRole('button', { name: 'Give 20, get 20' }))
    await filled(root)
    const actions = actionsOf(element)
    element.data = { sku: 'fern' }
    await next(element, 'load')
    expect(root.querySelector('dialog')).toBeNull()
    expect(actions).toEqual(['close'])
  })

  test('closes its dialog with a click outside, and with no other', async () => {
    const { view, root } = await show(CTA)
    const opened = performance.now()
    const time = vi.spyOn(performance, 'now').mockReturnValue(opened)
    await user.click(view.getByRole('button', { name: 'Give 20, get 20' }))
    await filled(root)
    const dialog = dialogIn(root)
    const content = inner(root)
    const press = (down: Element, up: Element) => {
      down.dispatchEvent(new Event('pointerdown', { bubbles: true }))
      up.dispatchEvent(new MouseEvent('click', { bubbles: true }))
      return dialog.open
    }
    // Part of a double click that opened it.
    time.mockReturnValue(opened + 499)
    expect(press(dialog, dialog)).toBe(true)
    time.mockReturnValue(opened + 501)
    // Inside; a press inside that is released outside, as one that selects text.
    expect([press(content, content), press(content, dialog)]).toEqual([true, true])
    expect(press(dialog, dialog)).toBe(false)
    // Each opening has its own double click.
    time.mockReturnValue(opened + 60_000)
    await user.click(view.getByRole('button', { name: 'Give 20, get 20' }))
    await vi.waitUntil(() => dialog.open, SOON)
    time.mockReturnValue(opened + 60_499)
    expect(press(dialog, dialog)).toBe(true)
    time.mockRestore()
  })

  test('opens its dialog with a double click, which counts once', async () => {
    const { element, view, root } = await show(CTA)
    const actions = actionsOf(element)
    const opened = performance.now()
    const time = vi.spyOn(performance, 'now').mockReturnValue(opened)
    await user.dblClick(view.getByRole('button', { name: 'Give 20, get 20' }))
    await filled(root)
    // A click that comes late lands outside of the dialog.
    time.mockReturnValue(opened + 490)
    const dialog = dialogIn(root)
    dialog.dispatchEvent(new Event('pointerdown', { bubbles: true }))
    dialog.dispatchEvent(new MouseEvent('click', { bubbles: true }))
    time.mockRestore()
    await settled()
    expect([dialog.open, actions]).toEqual([true, ['open']])
    await vi.waitUntil(() => program.events.length, SOON)
    expect(program.events.map(sent => sent.event_name)).toEqual(['global_header_tap'])
  })

  test('says so in its dialog if the zone in it has no content', async () => {
    let content: Creative = ''
    program = createProgram(({ event_name }) => (event_name === 'share_experience' ? content : CTA))
    const element = await placed({ name: 'global_header', rewards: program.rewards })
    await user.click(inside(element).getByRole('button', { name: 'Give 20, get 20' }))
    const text = await inside(element).findByText('We couldn’t load this content.')
    content = SHARE
    inner(element.shadowRoot!).data = { sku: 'fern' }
    await vi.waitUntil(() => !text.isConnected, SOON)
  })

  test('says so in its dialog if the zone in it is refused', async () => {
    const { view } = await show(CTA)
    const { zone } = program.rewards
    program.rewards.zone = async (name, ...rest) => {
      if (name === 'share_experience') throw new RewardsError('access_denied', 'No')
      return zone(name, ...rest)
    }
    await user.click(view.getByRole('button', { name: 'Give 20, get 20' }))
    await view.findByText('We couldn’t load this content.')
  })

  test.each([
    ['white space', '\n  '],
    ['a script', '<script type="x"></script>'],
    ['a template', '<template><button>Later</button></template>'],
    ['a style sheet', '<style>rewards-zone { margin: 0 }</style>'],
    ['a text for browsers without scripts', '<noscript><a href="/invite">Invite</a></noscript>'],
  ])('has a button of its own beside %s in the element', async (_, html) => {
    const { element, view } = await show(CTA)
    element.innerHTML = html
    element.theme = { scheme: 'dark' }
    await settled()
    expect(view.getByRole('button', { name: 'Give 20, get 20' })).toBeTruthy()
  })

  test('draws no button of its own beside a link of the page', async () => {
    program = createProgram(() => CTA)
    const element = place({ name: 'global_header', rewards: program.rewards })
    element.innerHTML = '<a href="/invite">Invite</a>'
    await next(element, 'load')
    expect(inside(element).queryByRole('button')).toBeNull()
  })

  test('keeps the content of its dialog when it is closed, and requests it once', async () => {
    const { view, root } = await show(CTA)
    const button = view.getByRole('button', { name: 'Give 20, get 20' })
    await user.click(button)
    await filled(root)
    await user.click(view.getByRole('button', { name: 'Close' }))
    await vi.waitUntil(() => !dialogIn(root).open, SOON)
    const before = inner(root)
    await user.click(button)
    await vi.waitUntil(() => dialogIn(root).open, SOON)
    expect(inner(root)).toBe(before)
    expect(program.zones).toHaveLength(2)
  })

  test('returns the focus to its button, whichever part of the button was clicked', async () => {
    const { view, root } = await show({ ...CTA, style: 'banner' })
    await user.click(view.getByText('Give 20, get 20'))
    await filled(root)
    await user.click(view.getByRole('button', { name: 'Close' }))
    await vi.waitUntil(() => !dialogIn(root).open, SOON)
    expect(root.activeElement).toBe(view.getByRole('button', { name: 'Give 20, get 20' }))
  })

  test('that opens nothing is empty, and this is reported', async () => {
    const { view } = await show({ ...CTA, opens: undefined })
    expect(view.queryByRole('button')).toBeNull()
    expect(program.errors).toMatchObject([{ code: 'unsupported_content' }])
  })

  test('has default texts', async () => {
    const { view } = await show({ ...CTA, text: undefined })
    expect(view.getByRole('button', { name: 'Learn more' })).toBeTruthy()
  })
})

describe('a cta inside a button of the page', () => {
  async function mounted(content: Creative = CTA, parent: Element | ShadowRoot = document.body) {
    program = createProgram(({ event_name }) => (event_name === 'share_experience' ? SHARE : content))
    const button = parent.appendChild(document.createElement('button'))
    button.textContent = 'Invite'
    const { element, remove } = program.rewards.mount(button, 'global_header', undefined, {
      theme: { scheme: 'dark' },
      messages: { dir: 'rtl' },
    })
    await next(element, 'load')
    await settled()
    return { button, element, remove }
  }
  const apart = () => document.body.lastElementChild!.shadowRoot

  test('draws nothing into the button, and opens the zone outside of it', async () => {
    const { button, element } = await mounted()
    expect(element.shadowRoot!.querySelector('button, img')).toBeNull()
    button.click()
    await vi.waitUntil(() => apart() && dialogIn(apart()!)?.open, SOON)
    await filled(apart()!)
    expect(button.contains(apart()!.host)).toBe(false)
    expect(apart()!.querySelector('.zone')).toMatchObject({ className: 'zone dark', lang: 'en', dir: 'rtl' })
    expect(apart()!.adoptedStyleSheets).toEqual(element.shadowRoot!.adoptedStyleSheets)
    expect(inside(inner(apart()!)).getByRole('heading').textContent).toBe('Your link')
  })

  test('has its dialog follow the theme and the properties of the page while it is open', async () => {
    const { button, element } = await mounted()
    button.click()
    await vi.waitUntil(() => apart() && dialogIn(apart()!)?.open, SOON)
    const close = inside(apart()!.host).getByRole('button', { name: 'Close' })
    close.focus()
    const names = ['accent', 'accent-text', 'text', 'surface', 'soft', 'line', 'radius', 'font']
    for (const name of names) element.style.setProperty(`--rewards-${name}`, `a-${name}`)
    const [theme, messages] = [{ scheme: 'light' }, { copy: 'Take it' }]
    Object.assign(element, { theme, messages })
    await vi.waitUntil(() => apart()!.querySelector('.zone.light'), SOON)
    const { style } = apart()!.host as HTMLElement
    expect(names.map(name => style.getPropertyValue(`--rewards-${name}`))).toEqual(names.map(name => `a-${name}`))
    expect(inner(apart()!)).toMatchObject({ theme, messages })
    expect(apart()!.activeElement).toBe(close)
    expect(program.zones).toHaveLength(2)
  })

  test('leaves nothing in the page when its dialog is closed', async () => {
    const { button } = await mounted()
    const before = document.body.childElementCount
    button.click()
    await vi.waitUntil(() => apart() && dialogIn(apart()!)?.open, SOON)
    dialogIn(apart()!).close()
    await vi.waitUntil(() => document.body.childElementCount === before, SOON)
  })

  test('leaves nothing in the page when the zone loads again while its dialog is open', async () => {
    const { button, element } = await mounted()
    const before = document.body.childElementCount
    button.click()
    await vi.waitUntil(() => apart() && dialogIn(apart()!)?.open, SOON)
    Object.assign(element, { data: { sku: 'fern' } })
    await next(element, 'load')
    expect(document.body.childElementCount).toBe(before)
  })

  test('answers a click once, however often the zone has loaded', async () => {
    const { button, element } = await mounted()
    Object.assign(element, { data: { sku: 'fern' } })
    await next(element, 'load')
    const actions = actionsOf(element)
    button.click()
    expect(actions).toEqual(['open'])
  })

  test('opens nothing if the click has removed the button, and works once the button is back', async () => {
    const { button, element, remove } = await mounted()
    const before = document.body.childElementCount
    button.click()
    remove()
    await settled()
    await vi.dynamicImportSettled()
    await settled()
    expect(document.body.childElementCount).toBe(before)
    button.append(element)
    await vi.waitUntil(() => apart() && dialogIn(apart()!)?.open, SOON)
  })

  test('closes its dialog when the page removes an element around the shadow root of the button', async () => {
    const around = document.body.appendChild(document.createElement('div'))
    const { button, element } = await mounted(CTA, around.attachShadow({ mode: 'open' }))
    const before = document.body.childElementCount
    button.click()
    await vi.waitUntil(() => apart() && dialogIn(apart()!)?.open, SOON)
    // A move leaves it open.
    document.body.append(document.createElement('aside'))
    document.body.lastElementChild!.append(around)
    await settled()
    expect(document.body.childElementCount).toBe(before + 1)
    const actions = actionsOf(element)
    around.remove()
    await vi.waitUntil(() => document.body.childElementCount === before, SOON)
    expect(actions).toEqual(['close'])
  })

  test('closes its dialog when it is removed, and leaves the button to the page', async () => {
    const { button, element, remove } = await mounted()
    const before = document.body.childElementCount
    button.click()
    await vi.waitUntil(() => apart() && dialogIn(apart()!)?.open, SOON)
    const atEnd = actionsOf(element)
    remove()
    await vi.waitUntil(() => document.body.childElementCount === before, SOON)
    await settled()
    expect(atEnd).toEqual(['close'])
    const actions = actionsOf(element)
    button.click()
    await settled()
    expect(actions).toEqual([])
    expect(document.body.childElementCount).toBe(before)
  })
})

describe('an overlay', () => {
  const forget = () => {
    localStorage.clear()
    owner = undefined
  }
  beforeEach(forget)
  afterEach(forget)
  /** A page that keeps its token keeps other things too. */
  const kept = () => Object.keys(localStorage).filter(key => key.includes('dismissed'))
  const cards = (root: ShadowRoot) => [...root.querySelectorAll('aside')].map(aside => aside.getAttribute('part'))

  test('is a card, then a pill, then nothing, as it is dismissed', async () => {
    const { root, view, element } = await show(OVERLAY)
    const actions = actionsOf(element)
    await vi.waitUntil(() => cards(root).length, SOON)
    expect(cards(root)).toEqual(['overlay expanded'])
    expect(view.getByText('Give 20, get 20')).toBeTruthy()
    expect(view.getByRole('complementary', { name: 'Give 20, get 20' })).toBeTruthy()
    await user.click(view.getByRole('button', { name: 'Dismiss' }))
    await vi.waitUntil(() => cards(root)[0] === 'overlay minimized', SOON)
    const pill = view.getByRole('button', { name: '$20 for you' })
    expect(root.activeElement).toBe(pill)
    await user.click(view.getByRole('button', { name: 'Dismiss' }))
    await vi.waitUntil(() => !cards(root).length, SOON)
    expect(actions).toEqual(['dismiss', 'dismiss'])
  })

  test('without a text for the pill disappears at once', async () => {
    const { root, view } = await show({ ...OVERLAY, minimized_text: '' })
    await user.click(await view.findByRole('button', { name: 'Dismiss' }))
    await vi.waitUntil(() => !cards(root).length, SOON)
  })

  test('that disappears leaves the focus in its zone, which may be far away, without scrolling there', async () => {
    const { root, view } = await show({ ...OVERLAY, minimized_text: '' })
    const zone = root.querySelector<HTMLElement>('.zone')!
    const focus = vi.spyOn(zone, 'focus')
    await user.click(await view.findByRole('button', { name: 'Dismiss' }))
    await vi.waitUntil(() => root.activeElement === zone, SOON)
    expect(focus.mock.calls).toEqual([[{ preventScroll: true }]])
  })

  test('opens its zone as a card and as a pill', async () => {
    const { root, view } = await show(OVERLAY)
    await user.click(await view.findByRole('button', { name: 'Learn more' }))
    await vi.waitUntil(() => dialogIn(root).open, SOON)
  })

  test('appears after its delay', async () => {
    const { root } = await show({ ...OVERLAY, delay_ms: 50 })
    expect(cards(root)).toEqual([])
    await vi.waitUntil(() => cards(root).length, SOON)
  })

  test('remembers that it was dismissed, if that may be stored', async () => {
    owner = 'a-person'
    const first = await show(OVERLAY)
    await user.click(await first.view.findByRole('button', { name: 'Dismiss' }))
    const second = await show(OVERLAY)
    await vi.waitUntil(() => cards(second.root).length, SOON)
    expect(cards(second.root)).toEqual(['overlay minimized'])
    // Without a text for the pill, nothing is left of it.
    const third = await show({ ...OVERLAY, minimized_text: '' })
    await settled()
    expect(cards(third.root)).toEqual([])
  })

  test('stores nothing without consent', async () => {
    const { root, view } = await show(OVERLAY, {}, 'denied')
    await user.click(await view.findByRole('button', { name: 'Dismiss' }))
    await vi.waitUntil(() => cards(root)[0] === 'overlay minimized', SOON)
    expect(kept()).toEqual([])
  })

  test('appears again for another person', async () => {
    owner = 'a-person'
    const first = await show(OVERLAY)
    await user.click(await first.view.findByRole('button', { name: 'Dismiss' }))
    expect(kept()).toHaveLength(1)
    owner = 'another-person'
    const second = await show(OVERLAY)
    await vi.waitUntil(() => cards(second.root).length, SOON)
    expect(cards(second.root)).toEqual(['overlay expanded'])
    expect(kept()).toEqual([])
  })
})
