import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { SOON } from '../../soon.js'
import { inside, next, place, placed, settled } from '../page.js'
import { type Creative, createProgram, type Program } from '../program.js'
import { useViewport } from '../viewport.js'

useViewport()

const item = (tab: string) => ({ title: `The ${tab}`, tab, opens: { zone: `zone_${tab}`, data: { tab } } })
const PANEL = {
  widget: 'panel',
  text: 'Perks',
  headline: 'Your perks',
  items: [item('first'), item('second'), item('third')],
}
const HOME = { ...PANEL, layout: 'home' }
const reward = (created_at: string, state = 'SENT') => ({ created_at, state })
const REWARDS = [
  reward('2026-03-01T09:00:00Z'),
  reward('2026-03-02T09:00:00Z'),
  reward('2026-02-01T09:00:00Z', 'REDEEMED'),
]

let program: Program
/** Whom `rewards.storage` names, where the test says so: this page is not secure, and stores no token. */
let owner: string | undefined
/** What this page remembers of a zone stays for later tests: each zone has a name of its own. */
let zones = 0
const user = userEvent.setup()

interface ShowOptions {
  properties?: object
  /** The zone of an earlier test page: it is shown once more. */
  name?: string
  inner?: (name: string) => Creative
}

async function show(
  content: Creative,
  { properties = {}, name = `panel_${++zones}`, inner = zone => INNER(zone) }: ShowOptions = {},
) {
  program = createProgram(({ event_name }) => (event_name === name ? content : inner(event_name)))
  if (owner) Object.assign(program.rewards, { storage: { owner } })
  const element = await placed({ name, rewards: program.rewards, ...properties })
  await settled()
  return { element, name, root: element.shadowRoot!, view: inside(element) }
}

/** Shows a panel inside a button or link of the page. */
async function showIn(parent: HTMLElement, content: Creative) {
  const name = `panel_${++zones}`
  program = createProgram(({ event_name }) => (event_name === name ? content : INNER(event_name)))
  const element = place({ name, rewards: program.rewards })
  document.body.append(parent)
  parent.append(element)
  await next(element, 'load')
  await settled()
  return element
}

const INNER = (zone: string) => ({
  widget: 'share',
  headline: `In ${zone}`,
  shareable: { code: 'ada', link: 'https://brand.com/s/ada' },
})

const actionsOf = (element: Element) => {
  const actions: string[] = []
  element.addEventListener('rewards:action', event => actions.push((event as CustomEvent).detail.action))
  return actions
}

type View = ReturnType<typeof inside>
const launcher = (view: View) => view.getByRole('button', { name: /^Perks/ })
const dialogIn = (root: ShadowRoot) => root.querySelector('dialog')
const isOpen = (root: ShadowRoot) => Boolean(dialogIn(root)?.open)
/** The zones that were requested beside the panel's own. */
const requested = () => program.zones.map(({ event_name }) => event_name).filter(name => name.startsWith('zone_'))
const selected = (root: ShadowRoot) => root.querySelector('[role=tab][aria-selected=true]')?.textContent
const focused = (root: ShadowRoot) => root.activeElement?.textContent
const until = (condition: () => unknown) => vi.waitUntil(condition, SOON)

async function open(content: Creative = PANEL, options?: ShowOptions) {
  const shown = await show(content, options)
  await user.click(launcher(shown.view))
  await until(() => isOpen(shown.root))
  return shown
}

async function close({ view, root }: { view: View; root: ShadowRoot }) {
  await user.click(view.getByRole('button', { name: 'Close' }))
  await until(() => !isOpen(root))
}

/** Follows a link of the page to a hash, as a browser does. */
function follow(hash: string) {
  const before = location.hash
  location.hash = hash
  if (location.hash !== before) dispatchEvent(new Event('hashchange'))
}

beforeEach(() => {
  localStorage.clear()
  owner = undefined
})

afterEach(() => {
  document.body.replaceChildren()
  follow('')
})

describe('a panel', () => {
  test('requests no zone before it is opened, and each one when its tab is first opened', async () => {
    const { view, root } = await show(PANEL)
    expect(requested()).toEqual([])
    await user.click(launcher(view))
    await until(() => requested().length)
    await user.click(view.getByRole('tab', { name: 'The third' }))
    await until(() => requested().length === 2)
    await user.click(view.getByRole('tab', { name: 'The first' }))
    await settled()
    expect(requested()).toEqual(['zone_first', 'zone_third'])
    expect(program.zones[1]).toEqual({ event_name: 'zone_first', data: { tab: 'first' } })
    const shown = [...root.querySelectorAll('[role=tabpanel]')].filter(panel => !(panel as HTMLElement).hidden)
    expect(shown.map(panel => panel.querySelector('rewards-zone')?.name)).toEqual(['zone_first'])
  })

  test('passes on the page’s data, theme and texts, and its runtime', async () => {
    const { root } = await open(PANEL, {
      properties: { data: { sku: 'fern', tab: 'old' }, theme: { scheme: 'dark' }, messages: { copy: 'Take it' } },
    })
    await until(() => requested().length)
    expect(program.zones[1]?.data).toEqual({ sku: 'fern', tab: 'first' })
    const zone = root.querySelector('dialog rewards-zone')
    expect(zone).toMatchObject({ theme: { scheme: 'dark' }, messages: { copy: 'Take it' }, rewards: program.rewards })
  })

  test('follows the ARIA pattern of tabs', async () => {
    const { view, root } = await open()
    expect(view.getByRole('dialog', { name: 'Your perks' })).toBe(dialogIn(root))
    const tabs = view.getAllByRole('tab')
    expect(tabs.map(tab => [tab.getAttribute('aria-selected'), tab.tabIndex])).toEqual([
      ['true', 0],
      ['false', -1],
      ['false', -1],
    ])
    for (const tab of tabs) {
      const panel = root.getElementById(tab.getAttribute('aria-controls')!)!
      expect([panel.getAttribute('role'), panel.getAttribute('aria-labelledby')]).toEqual(['tabpanel', tab.id])
    }
    expect(tabs[0]!.parentElement!.getAttribute('role')).toBe('tablist')
  })

  test.each([
    ['ltr', 'ArrowRight', 'ArrowLeft'],
    ['rtl', 'ArrowLeft', 'ArrowRight'],
  ])('moves the focus between tabs with the arrow keys, Home and End, and opens with Enter: %s', async (dir, forward, back) => {
    document.documentElement.dir = dir
    document.documentElement.style.direction = dir
    const { view, root } = await open()
    view.getByRole('tab', { name: 'The first' }).focus()
    const reached: unknown[] = []
    for (const key of [forward, forward, forward, back, 'Home', 'End', 'ArrowDown', 'x']) {
      await user.keyboard(`{${key}}`)
      reached.push(focused(root))
    }
    const [first, second, third] = ['The first', 'The second', 'The third']
    expect(reached).toEqual([second, third, first, third, first, third, third, third])
    expect(selected(root)).toBe('The first')
    await user.keyboard('{Enter}')
    await until(() => selected(root) === 'The third')
    // They are the browser's own.
    for (const key of ['Alt', 'Control', 'Meta']) {
      await user.keyboard(`{${key}>}{${forward}}{/${key}}`)
      expect(focused(root)).toBe('The third')
    }
    document.documentElement.removeAttribute('dir')
    document.documentElement.removeAttribute('style')
  })

  test('without a choice shows its only zone, without tabs', async () => {
    const { view, root } = await open({ ...PANEL, items: [item('only')] })
    await until(() => requested().length)
    expect(view.queryByRole('tab')).toBeNull()
    expect(root.querySelector('[role=tabpanel]')).toBeNull()
  })

  test('says so if a zone has no content, and if it could not be loaded', async () => {
    const { view, root } = await open(PANEL, {
      inner: zone => {
        if (zone === 'zone_first') return ''
        return zone === 'zone_second' ? new Response('', { status: 503 }) : INNER(zone)
      },
    })
    await view.findByText('Nothing here yet.')
    await user.click(view.getByRole('tab', { name: 'The second' }))
    await until(() => root.querySelectorAll('rewards-zone')[1]?.shadowRoot?.querySelector('[part=failed]'))
    expect(view.getAllByText('Nothing here yet.')).toHaveLength(1)
  })

  test('reports what is done to the platform and the page', async () => {
    const shown = await show(PANEL)
    const actions = actionsOf(shown.element)
    await user.click(launcher(shown.view))
    await until(() => isOpen(shown.root))
    await close(shown)
    await user.click(shown.view.getByRole('button', { name: 'Dismiss' }))
    await until(() => actions.length === 3)
    expect(actions).toEqual(['open', 'close', 'dismiss'])
    await vi.waitFor(() => expect(program.events.map(sent => sent.event_name)).toEqual([`${shown.name}_tap`]), SOON)
  })

  test('returns the focus to its launcher', async () => {
    const shown = await open()
    await close(shown)
    expect(shown.root.activeElement).toBe(launcher(shown.view))
  })

  test('keeps its dialog and tab open when the consumer reaches a higher level', async () => {
    const { element, view, root } = await open()
    await user.click(view.getByRole('tab', { name: 'The second' }))
    Object.defineProperty(program.rewards, 'consumer', { value: { ...program.rewards.consumer, level: 'verified' } })
    program.rewards.dispatchEvent(new Event('consumer'))
    await next(element, 'load')
    expect([isOpen(root), selected(root)]).toEqual([true, 'The second'])
  })

  test('with nothing to show takes no space, and says so', async () => {
    const { root } = await show({ widget: 'panel', items: [{ title: 'No zone' }] })
    expect(root.querySelector('.zone')!.childElementCount).toBe(0)
    await vi.waitFor(() => expect(program.errors.map(({ code }) => code)).toContain('unsupported_content'), SOON)
  })

  test('with a picture shows it in place of the icon, and nothing in place of one that cannot be loaded', async () => {
    const { root } = await show({ ...PANEL, image_url: 'https://brand.com/fern.jpg' })
    const picture = root.querySelector('img')!
    expect([picture.src, picture.alt]).toEqual(['https://brand.com/fern.jpg', ''])
    picture.dispatchEvent(new Event('error'))
    expect(picture.hidden).toBe(true)
  })

  test('in a button of the page draws no launcher: a click on that button opens it', async () => {
    const button = document.createElement('button')
    button.textContent = 'Rewards'
    const element = await showIn(button, PANEL)
    expect(element.shadowRoot!.querySelector('button')).toBeNull()
    await user.click(button)
    await until(() =>
      [...document.body.children].some(child => child.shadowRoot?.querySelector('dialog[open] [role=tab]')),
    )
  })

  test.each([
    ['without items', { ...PANEL, items: [] }, true],
    ['with items', PANEL, false],
  ])('%s in a link of the page: the link is followed: %s', async (_, content, isFollowed) => {
    const link = Object.assign(document.createElement('a'), { href: '#account' })
    await showIn(link, content)
    expect(link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))).toBe(isFollowed)
  })
})

describe('the home list of a panel', () => {
  test('leads to each zone and back, and takes the focus along', async () => {
    const { view, root } = await open({ ...HOME, items: [{ ...item('first'), text: 'How it works' }, item('second')] })
    expect(requested()).toEqual([])
    expect(view.getAllByRole('listitem')).toHaveLength(2)
    expect(view.getByRole('button', { name: 'The first How it works' })).toBeTruthy()
    await user.click(view.getByRole('button', { name: 'The second' }))
    await until(() => requested().length)
    expect(requested()).toEqual(['zone_second'])
    expect([root.activeElement?.localName, focused(root)]).toEqual(['h2', 'The second'])
    expect(root.querySelector<HTMLElement>('[part=home]')!.hidden).toBe(true)
    await user.click(view.getByRole('button', { name: 'Back' }))
    await until(() => focused(root) === 'The second' && root.activeElement?.localName === 'button')
    expect(view.getByRole('heading', { name: 'Your perks' })).toBeTruthy()
    expect(view.queryByRole('button', { name: 'Back' })).toBeNull()
  })

  test('is what a link to an unknown tab opens', async () => {
    const { root } = await show(HOME)
    follow('#rewards=nowhere')
    await until(() => isOpen(root))
    expect(root.querySelector<HTMLElement>('[part=home]')!.hidden).toBe(false)
  })
})

describe('a link to a panel', () => {
  test.each([
    ['#rewards=second', 'The second'],
    ['#rewards=nowhere', 'The first'],
    ['#rewards=', 'The first'],
    [`#rewards=${encodeURIComponent('<img src=x onerror="pwned = 1">')}`, 'The first'],
    ['#rewards=%E0%A4%A', 'The first'],
    ['#rewards=__proto__', 'The first'],
    ['#collection&rewards=third', 'The third'],
  ])('%s opens “%s” when the page loads, and requests no other zone', async (hash, title) => {
    follow(hash)
    const { root } = await show(PANEL)
    await until(() => isOpen(root))
    await until(() => requested().length)
    expect(selected(root)).toBe(title)
    expect(requested()).toEqual([`zone_${title.replace('The ', '')}`])
    expect(location.hash).toBe(new URL(hash, location.href).hash)
  })

  test('opens its tab when the address changes, also in an open dialog, and closes it when the visitor goes back', async () => {
    const { root } = await show(PANEL)
    follow('#rewards=second')
    await until(() => isOpen(root) && selected(root) === 'The second')
    follow('#rewards=third')
    await until(() => selected(root) === 'The third')
    follow('#collection')
    await until(() => !isOpen(root))
  })

  test('opens the first panel that has something to show', async () => {
    const empty = await show({ ...PANEL, items: [] })
    const { root } = await show(PANEL)
    follow('#rewards=second')
    await until(() => isOpen(root) && selected(root) === 'The second')
    empty.element.remove()
  })

  test('opens another panel once the first zone shows another widget', async () => {
    let content: object = PANEL
    program = createProgram(({ event_name }) => (event_name === 'first_panel' ? content : PANEL))
    const first = await placed({ name: 'first_panel', rewards: program.rewards })
    await settled()
    const second = await placed({ name: 'second_panel', rewards: program.rewards })
    await settled()
    content = INNER('first')
    first.data = { visit: 2 }
    await until(() => first.shadowRoot!.textContent!.includes('In first'))
    follow('#rewards=third')
    await until(() => isOpen(second.shadowRoot!))
  })

  test('that the page had before it was opened by its launcher does not close it', async () => {
    const { root } = await open()
    follow('#collection')
    await settled()
    expect(isOpen(root)).toBe(true)
  })

  test('opens it once more although the address stays the same, and where a router handles the click', async () => {
    const shown = await show(PANEL)
    const link = document.body.appendChild(document.createElement('a'))
    link.href = '#rewards=second'
    link.addEventListener('click', event => event.preventDefault())
    for (let times = 0; times < 2; times++) {
      await user.click(link)
      await until(() => isOpen(shown.root) && selected(shown.root) === 'The second')
      await close(shown)
    }
  })

  test.each([
    ['in a new tab', (link: HTMLAnchorElement) => link.setAttribute('target', '_blank')],
    ['to another page', (link: HTMLAnchorElement) => link.setAttribute('href', '/other#rewards=second')],
    ['with nothing of the panel', (link: HTMLAnchorElement) => link.setAttribute('href', '#collection')],
  ])('%s does not open it here', async (_, change) => {
    const { root } = await show(PANEL)
    const link = document.body.appendChild(document.createElement('a'))
    link.href = '#rewards=second'
    link.addEventListener('click', event => event.preventDefault())
    change(link)
    await user.click(link)
    await settled()
    expect(dialogIn(root)).toBeNull()
  })

  test.each([
    'ctrlKey',
    'metaKey',
    'shiftKey',
  ])('that is pressed with %s, for another tab or window, does not open it here', async key => {
    const { root } = await show(PANEL)
    const link = Object.assign(document.body.appendChild(document.createElement('a')), { href: '#rewards=second' })
    link.addEventListener('click', event => event.preventDefault())
    link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, composed: true, [key]: true }))
    await settled()
    expect(dialogIn(root)).toBeNull()
  })

  test('does not open it again when the zone loads again', async () => {
    follow('#rewards=second')
    const shown = await show(PANEL)
    await until(() => isOpen(shown.root))
    await close(shown)
    shown.element.data = { sku: 'fern' }
    await next(shown.element, 'load')
    await settled()
    expect(isOpen(shown.root)).toBe(false)
  })

  test('opens the first panel of the page only, and the next one when that has left', async () => {
    const first = await show(PANEL)
    const second = await show(PANEL)
    follow('#rewards=second')
    await until(() => isOpen(first.root))
    expect(isOpen(second.root)).toBe(false)
    first.element.remove()
    await settled()
    follow('#rewards=third')
    await until(() => isOpen(second.root))
    expect(selected(first.root)).toBe('The second')
  })

  test('opens it without a launcher, and leaves the focus where it was', async () => {
    const shown = await show({ ...PANEL, corner: 'none' })
    expect(shown.root.querySelector('[part~=launcher], [part=room]')).toBeNull()
    follow('#rewards=second')
    await until(() => isOpen(shown.root))
    await close(shown)
    expect(document.activeElement).not.toBe(shown.element)
  })
})

describe('the badge of a panel', () => {
  const badge = (root: ShadowRoot) => root.querySelector('[part=badge]')?.textContent

  test('counts the new rewards, and the name of the launcher says so', async () => {
    const { view, root } = await show({ ...PANEL, rewards: REWARDS })
    expect(badge(root)).toBe('2')
    expect(view.getByRole('button', { name: 'Perks 2 new rewards' })).toBeTruthy()
    expect(view.getByRole('status').textContent).toBe('')
  })

  test('speaks of one reward in the singular', async () => {
    const { view } = await show({ ...PANEL, rewards: REWARDS.slice(1) })
    expect(view.getByRole('button', { name: 'Perks 1 new reward' })).toBeTruthy()
  })

  test.each([
    [[]],
    [null],
    ['{{rewards}}'],
    [[reward('2026-01-01', 'EXPIRED')]],
  ])('is not there without new rewards: %j', async rewards => {
    const { view, root } = await show({ ...PANEL, rewards })
    expect(badge(root)).toBeUndefined()
    expect(view.getByRole('button', { name: 'Perks' })).toBeTruthy()
  })

  test('goes when the panel is opened, and comes with rewards that were earned later', async () => {
    owner = 'ida'
    const { name, root } = await open({ ...PANEL, rewards: REWARDS })
    expect(badge(root)).toBeUndefined()
    document.body.replaceChildren()
    const again = await show({ ...PANEL, rewards: REWARDS }, { name })
    expect(badge(again.root)).toBeUndefined()
    document.body.replaceChildren()
    const later = await show({ ...PANEL, rewards: [...REWARDS, reward('2026-04-01')] }, { name })
    expect(badge(later.root)).toBe('1')
  })

  test('counts for another person from the beginning', async () => {
    owner = 'ida'
    const { name } = await open({ ...PANEL, rewards: REWARDS })
    document.body.replaceChildren()
    owner = 'max'
    program = createProgram(() => ({ ...PANEL, rewards: REWARDS }))
    Object.assign(program.rewards, { storage: { owner } })
    Object.defineProperty(program.rewards, 'consumer', { value: { level: 'verified', identity_id: 'max' } })
    const element = await placed({ name, rewards: program.rewards })
    expect(badge(element.shadowRoot!)).toBe('2')
  })

  test('stays away for rewards that came while the panel was open', async () => {
    let rewards: unknown = null
    const name = `panel_${++zones}`
    program = createProgram(({ event_name }) => (event_name === name ? { ...PANEL, rewards } : INNER(event_name)))
    const element = await placed({ name, rewards: program.rewards })
    const view = inside(element)
    await user.click(launcher(view))
    await until(() => isOpen(element.shadowRoot!))
    rewards = REWARDS
    Object.defineProperty(program.rewards, 'consumer', { value: { ...program.rewards.consumer, level: 'verified' } })
    const loaded = next(element, 'load')
    program.rewards.dispatchEvent(new Event('consumer'))
    await loaded
    await settled()
    expect(isOpen(element.shadowRoot!)).toBe(true)
    expect(badge(element.shadowRoot!)).toBeUndefined()
  })

  test('is announced when the number grows while the page is open', async () => {
    let rewards: unknown = null
    const name = `panel_${++zones}`
    program = createProgram(() => ({ ...PANEL, rewards }))
    const element = await placed({ name, rewards: program.rewards })
    const view = inside(element)
    expect(view.getByRole('status').textContent).toBe('')
    rewards = REWARDS
    Object.defineProperty(program.rewards, 'consumer', { value: { ...program.rewards.consumer, level: 'verified' } })
    program.rewards.dispatchEvent(new Event('consumer'))
    await vi.waitFor(() => expect(view.getByRole('status').textContent).toBe('2 new rewards'), SOON)
  })
})

describe('what a panel remembers', () => {
  const stored = () =>
    Object.entries({ ...localStorage }).flatMap(([key, record]) =>
      key.startsWith('rewards:dismissed:') ? [record] : [],
    )

  test('is its tab, for half an hour', async () => {
    owner = 'ida'
    const { name, view } = await open()
    await user.click(view.getByRole('tab', { name: 'The second' }))
    document.body.replaceChildren()
    const start = Date.now()
    const time = vi.spyOn(Date, 'now').mockReturnValue(start + 29 * 60_000)
    const again = await open(PANEL, { name })
    expect(selected(again.root)).toBe('The second')
    document.body.replaceChildren()
    time.mockReturnValue(start + 61 * 60_000)
    const later = await open(PANEL, { name })
    time.mockRestore()
    expect(selected(later.root)).toBe('The first')
  })

  test('is a dismissed launcher, for this person and campaign', async () => {
    owner = 'ida'
    const { name, view, root, element } = await show(PANEL)
    await user.click(view.getByRole('button', { name: 'Dismiss' }))
    await until(() => !root.querySelector('[part~=launcher]'))
    expect(document.activeElement).toBe(element)
    expect(stored()).toEqual([expect.stringMatching(/^ida\|.*\|gone$/)])
    document.body.replaceChildren()
    const again = await show(PANEL, { name })
    expect(again.root.querySelector('[part~=launcher], [part=room]')).toBeNull()
    // A link of the page still opens it, and the launcher stays away.
    follow('#rewards=second')
    await until(() => isOpen(again.root))
    expect(stored()).toEqual([expect.stringMatching(/\|gone$/)])
  })

  test('is not what is remembered of an overlay in the same zone and campaign', async () => {
    owner = 'ida'
    const overlay = { widget: 'cta', style: 'overlay', text: '$20 for you', opens: { zone: 'zone_first' } }
    const { name, view, root } = await show(PANEL)
    await user.click(view.getByRole('button', { name: 'Dismiss' }))
    await until(() => !root.querySelector('[part~=launcher]'))
    document.body.replaceChildren()
    const other = await show(overlay, { name })
    await until(() => other.root.querySelector('[part~=overlay]'))
    document.body.replaceChildren()
    const again = await show(PANEL, { name })
    expect(again.root.querySelector('[part~=launcher]')).toBeNull()
    document.body.replaceChildren()
    const shown = await show(overlay)
    await until(() => shown.root.querySelector('[part~=overlay]'))
    await user.click(shown.view.getByRole('button', { name: 'Dismiss' }))
    document.body.replaceChildren()
    const panel = await show(PANEL, { name: shown.name })
    expect(panel.root.querySelector('[part~=launcher]')).not.toBeNull()
  })

  test('is no tab that only a link has named', async () => {
    owner = 'ida'
    await show(PANEL)
    follow(`#rewards=${'A'.repeat(10_000)}`)
    await until(() => stored().length)
    expect(stored()).toEqual([expect.stringMatching(/ first$/)])
  })

  test('stays in this page if nothing may be stored', async () => {
    const { name, view } = await open({ ...PANEL, rewards: REWARDS })
    await user.click(view.getByRole('tab', { name: 'The third' }))
    expect(stored()).toEqual([])
    document.body.replaceChildren()
    const again = await open({ ...PANEL, rewards: REWARDS }, { name })
    expect(selected(again.root)).toBe('The third')
    await close(again)
    await user.click(again.view.getByRole('button', { name: 'Dismiss' }))
    expect(stored()).toEqual([])
    document.body.replaceChildren()
    const third = await show(PANEL, { name })
    expect(third.root.querySelector('[part~=launcher]')).toBeNull()
    document.body.replaceChildren()
    const headers = { 'content-type': 'application/json', 'x-svc-token': 'a-token', 'x-svc-campaign': 'another' }
    const next = await show(new Response(JSON.stringify(PANEL), { headers }), { name })
    expect(next.root.querySelector('[part~=launcher]')).not.toBeNull()
  })
})

test('the launcher makes way for an element that has the focus behind it', async () => {
  const { root } = await show(PANEL)
  const box = (top: number, bottom: number) => ({ top, bottom, height: bottom - top, left: 10, right: 90 }) as DOMRect
  const aside = root.querySelector<HTMLElement>('[part~=launcher]')!
  const cover = vi.spyOn(aside, 'getBoundingClientRect').mockReturnValue(box(500, 550))
  const link = document.body.appendChild(document.createElement('button'))
  const place = vi.spyOn(link, 'getBoundingClientRect').mockReturnValue(box(510, 530))
  const isAway = () => aside.getAttribute('part')!.includes('away')
  link.focus()
  await vi.waitFor(() => expect(isAway()).toBe(true), SOON)
  link.blur()
  await vi.waitFor(() => expect(isAway()).toBe(false), SOON)
  // What looks out from behind the launcher can be seen.
  const behind = box(510, 530)
  for (const seen of [box(510, 560), box(490, 530), { ...behind, left: 0 }, { ...behind, right: 100 }]) {
    place.mockReturnValue(seen)
    link.focus()
    await settled()
    await settled()
    expect(isAway()).toBe(false)
    link.blur()
  }
  // The page hides both: nothing is behind the launcher when it comes back.
  cover.mockReturnValue({ top: 0, bottom: 0, height: 0, left: 0, right: 0 } as DOMRect)
  place.mockReturnValue({ top: 0, bottom: 0, height: 0, left: 0, right: 0 } as DOMRect)
  link.focus()
  await settled()
  await settled()
  expect(isAway()).toBe(false)
})
