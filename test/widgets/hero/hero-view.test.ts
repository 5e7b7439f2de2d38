import { userEvent } from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { SOON } from '../../soon.js'
import { inside, next, place, placed, settled } from '../page.js'
import { CAMPAIGN, type Creative, createProgram, type Program } from '../program.js'
import { useViewport } from '../viewport.js'

useViewport()

const HERO = {
  widget: 'hero',
  headline: 'Grow slowly',
  text: 'Pots, tools and a few good plants.',
  image_url: 'https://brand.com/garden.jpg',
  actions: [
    { text: 'Share', opens: { zone: 'share_experience', data: { labels: 'refer' } } },
    { text: 'Shop', url: 'https://brand.com/shop' },
  ],
}
const VIDEO = { url: 'https://brand.com/garden.mp4', captions_url: 'https://brand.com/garden.vtt' }
const SHARE = { widget: 'share', headline: 'Your link', shareable: { code: 'ada', link: 'https://brand.com/s/ada' } }

let program: Program
const user = userEvent.setup()

/** The widget, showing `content`. */
async function show(content: Creative, properties: object = {}) {
  program = createProgram(({ event_name }) => (event_name === 'share_experience' ? SHARE : content))
  const element = await placed({ name: 'home_hero', rewards: program.rewards, ...properties })
  await settled()
  const actions: string[] = []
  element.addEventListener('rewards:action', event => actions.push((event as CustomEvent).detail.action))
  return { element, root: element.shadowRoot!, view: inside(element), actions }
}

const layoutOf = (root: ShadowRoot) => root.querySelector('section')!.getAttribute('part')!.split(' ').at(-1)

describe('a hero', () => {
  test('shows its headline, text, picture and calls to action', async () => {
    const { view, root } = await show(HERO)
    expect(view.getByRole('heading', { name: 'Grow slowly' })).toBeTruthy()
    expect(view.getByText('Pots, tools and a few good plants.')).toBeTruthy()
    expect(root.querySelector('img')!.alt).toBe('')
    const named = await show({ ...HERO, image_alt: 'A garden' })
    expect(named.root.querySelector('img')!.alt).toBe('A garden')
    expect(view.getByRole('button', { name: 'Share' }).getAttribute('part')).toBe('button main')
    expect(view.getByRole('link', { name: 'Shop' }).getAttribute('part')).toBe('button quiet')
    expect(program.errors).toEqual([])
  })

  test.each(['left', 'right', 'behind'])('has its picture at the place that the content names: %s', async layout => {
    const { root } = await show({ ...HERO, layout })
    expect(layoutOf(root)).toBe(layout)
  })

  test('has no place for a picture that it lacks', async () => {
    const { root } = await show({ ...HERO, image_url: undefined, layout: 'behind' })
    expect(layoutOf(root)).toBe('plain')
  })

  test('has no place for a picture that cannot be loaded', async () => {
    const { root } = await show(HERO)
    root.querySelector('img')!.dispatchEvent(new Event('error'))
    await vi.waitUntil(() => layoutOf(root) === 'plain', SOON)
    expect(root.querySelector('img')).toBeNull()
  })

  test('opens a zone in a dialog, and reports that', async () => {
    const { view, root, actions } = await show(HERO, {
      data: { sku: 'fern', labels: 'old' },
      theme: { scheme: 'dark' },
    })
    await user.click(view.getByRole('button', { name: 'Share' }))
    const heading = await vi.waitUntil(
      () => root.querySelector('dialog rewards-zone')?.shadowRoot?.querySelector('h2'),
      SOON,
    )
    expect(heading!.textContent).toBe('Your link')
    expect(root.querySelector('dialog')!.getAttribute('aria-label')).toBe('Share')
    expect(program.zones[1]).toEqual({ event_name: 'share_experience', data: { sku: 'fern', labels: 'refer' } })
    await user.click(view.getByRole('button', { name: 'Close' }))
    await vi.waitUntil(() => actions.length === 2, SOON)
    expect(actions).toEqual(['open', 'close'])
    expect(root.activeElement).toBe(view.getByRole('button', { name: 'Share' }))
    await vi.waitUntil(() => program.events.length, SOON)
    expect(program.events).toMatchObject([{ event_name: 'home_hero_tap', data: { campaign_id: CAMPAIGN } }])
  })

  test('opens the zone of its second call to action, too', async () => {
    const actions = ['first', 'second'].map(zone => ({ text: `The ${zone}`, opens: { zone } }))
    const { view, root } = await show({ ...HERO, actions })
    await user.click(view.getByRole('button', { name: 'The second' }))
    await vi.waitUntil(() => root.querySelector('dialog[open] rewards-zone'), SOON)
    expect([...root.querySelectorAll('dialog')].map(dialog => dialog.getAttribute('aria-label'))).toEqual([
      'The second',
    ])
    await vi.waitUntil(() => program.zones.length === 2, SOON)
    expect(program.zones[1]!.event_name).toBe('second')
  })

  test('opens its dialog once with a double click', async () => {
    const { view, root, actions } = await show(HERO)
    await user.dblClick(view.getByRole('button', { name: 'Share' }))
    await vi.waitUntil(() => root.querySelector('dialog')?.open, SOON)
    expect(actions).toEqual(['open'])
  })

  test('reports that a link is followed', async () => {
    const { view, actions } = await show(HERO)
    const link = view.getByRole('link', { name: 'Shop' })
    link.addEventListener('click', event => event.preventDefault())
    await user.click(link)
    expect(actions).toEqual(['continue'])
    await vi.waitUntil(() => program.events.length, SOON)
    expect(program.events).toMatchObject([{ event_name: 'home_hero_tap', data: { campaign_id: CAMPAIGN } }])
  })

  test('has a default text for a call to action', async () => {
    const { view } = await show({ ...HERO, actions: [{ url: 'https://brand.com/' }] })
    expect(view.getByRole('link', { name: 'Learn more' })).toBeTruthy()
  })

  test('that shows nothing is empty, and this is reported', async () => {
    const { root } = await show({ widget: 'hero', image_alt: 'A garden', actions: HERO.actions })
    expect(root.querySelector('section')).toBeNull()
    expect(program.errors).toMatchObject([{ code: 'unsupported_content' }])
  })

  test.each([
    { headline: HERO.headline },
    { text: HERO.text },
    { image_url: HERO.image_url },
    { video: VIDEO },
  ])('may consist of one thing: %j', async only => {
    const { root } = await show({ widget: 'hero', ...only })
    expect(root.querySelector('section')).not.toBeNull()
    expect(program.errors).toEqual([])
  })

  test('reports calls to action that it leaves out', async () => {
    await show({ ...HERO, actions: [...HERO.actions, { text: 'Nowhere' }] })
    await vi.waitUntil(() => program.errors.length, SOON)
    expect(program.errors[0]!.message).toContain('opens.zone or a url')
  })

  test('has no calls to action inside a link of the page', async () => {
    program = createProgram(() => HERO)
    const link = document.body.appendChild(document.createElement('a'))
    const element = place({ name: 'home_hero', rewards: program.rewards })
    link.append(element)
    await next(element, 'load')
    await settled()
    expect(inside(element).getByRole('heading')).toBeTruthy()
    expect(inside(element).queryByRole('button')).toBeNull()
    link.remove()
  })
})

describe('the video of a hero', () => {
  test('has controls, a poster and captions, and waits for the visitor', async () => {
    const { root } = await show({ ...HERO, video: VIDEO })
    const video = root.querySelector('video')!
    expect(video.getAttribute('poster')).toBe('https://brand.com/garden.jpg')
    expect([video.hasAttribute('controls'), video.hasAttribute('autoplay')]).toEqual([true, false])
    expect(video.getAttribute('preload')).toBe('none')
    expect(video.getAttribute('aria-label')).toBe('Grow slowly')
    const track = video.querySelector('track')!
    expect(['kind', 'src', 'srclang'].map(name => track.getAttribute(name))).toEqual([
      'captions',
      'https://brand.com/garden.vtt',
      'en',
    ])
  })

  test('gives way to its poster if it cannot be loaded', async () => {
    const { root } = await show({ ...HERO, video: VIDEO })
    root.querySelector('video')!.dispatchEvent(new Event('error'))
    await vi.waitUntil(() => root.querySelector('img'), SOON)
    expect(root.querySelector('img')!.src).toBe('https://brand.com/garden.jpg')
    expect(root.querySelector('video')).toBeNull()
    // Nor can the poster: neither is tried again.
    root.querySelector('img')!.dispatchEvent(new Event('error'))
    await vi.waitUntil(() => layoutOf(root) === 'plain', SOON)
    expect(root.querySelector('img, video')).toBeNull()
  })

  test('behind the text is its poster, until the visitor plays it', async () => {
    const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
    const { view, root } = await show({ ...HERO, video: VIDEO, layout: 'behind' })
    expect([layoutOf(root), root.querySelector('video')]).toEqual(['behind', null])
    await user.click(view.getByRole('button', { name: 'Play video' }))
    await vi.waitUntil(() => root.querySelector('video'), SOON)
    expect(layoutOf(root)).toBe('above')
    expect(play).toHaveBeenCalledOnce()
    expect(view.queryByRole('button', { name: 'Play video' })).toBeNull()
    expect(view.getByRole('button', { name: 'Share' })).toBeTruthy()
    play.mockRestore()
  })
})
