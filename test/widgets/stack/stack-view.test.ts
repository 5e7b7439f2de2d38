import { userEvent } from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { findItemView } from '../../../widgets/stack/find-item-view.js'
import { SOON } from '../../soon.js'
import { inside, next, placed, settled } from '../page.js'
import { createProgram } from '../program.js'
import { useViewport } from '../viewport.js'

useViewport()

const SHARE = {
  widget: 'share',
  headline: 'Give 20',
  channels: ['copy'],
  shareable: { code: 'ada', link: 'https://brand.com/s/ada' },
}
const OFFER = { widget: 'offer', headline: 'Welcome', coupon_code: 'ADA-20' }
const user = userEvent.setup()

async function show(...items: unknown[]) {
  const program = createProgram(() => ({ widget: 'stack', items }))
  const element = await placed({ name: 'my_account', rewards: program.rewards })
  await settled()
  const sections = [...element.shadowRoot!.querySelectorAll<HTMLElement>('[part=item]')]
  const frames = sections.map(section => section.querySelector<HTMLElement>('[part=frame]')!)
  return { program, element, sections, frames, shown: sections.filter(({ hidden }) => !hidden) }
}

const headingIn = (frame: HTMLElement) => frame.shadowRoot!.querySelector('h2')!

describe('a stack', () => {
  test('shows each item with its own widget, in its own shadow root', async () => {
    const { frames } = await show(SHARE, OFFER)
    expect(frames.map(frame => headingIn(frame).textContent)).toEqual(['Give 20', 'Welcome'])
  })

  test('places the headings of an item below its title', async () => {
    const { element, frames } = await show({ ...SHARE, title: 'Share Juniper' }, OFFER)
    expect(inside(element).getByRole('heading', { level: 2 }).textContent).toBe('Share Juniper')
    expect(frames.map(frame => headingIn(frame).getAttribute('aria-level'))).toEqual(['3', null])
    expect(inside(element).getAllByRole('region', { name: 'Share Juniper' })).toHaveLength(1)
  })

  test('exposes the parts of its items to the page’s styles, except the zone part', async () => {
    const { frames } = await show(OFFER)
    const parts = frames[0]!.getAttribute('exportparts')!.split(',')
    expect(parts).toEqual(expect.arrayContaining(['card', 'offer', 'headline', 'button', 'main']))
    expect(parts).not.toContain('zone')
  })

  test('leaves out items of unknown widgets with their titles, and reports that once', async () => {
    const { program, shown } = await show({ title: 'Tomorrow', widget: 'hologram' }, OFFER)
    expect(shown).toHaveLength(1)
    expect(program.errors).toMatchObject([
      {
        code: 'unsupported_content',
        message: expect.stringMatching(
          /^This version of the SDK has no widget "hologram"\. Its widgets are share, .*\.$/,
        ),
      },
    ])
  })

  test('has a failed item, not an unknown one, where its code cannot be loaded', async () => {
    const { program } = await show(OFFER)
    const item = { title: '', widget: 'offer', content: OFFER }
    const findView = () => Promise.reject(new TypeError('Failed to fetch'))
    expect(await findItemView(item, program.rewards, findView)).toBe('failed')
  })

  test('shows nothing for an empty item', async () => {
    const { shown } = await show({ title: 'Nothing', widget: 'offer' }, OFFER)
    expect(shown).toHaveLength(1)
  })

  test('contains no other stack, no panel and no HTML', async () => {
    const html = { title: 'A page', widget: 'html' }
    const panel = { widget: 'panel', text: 'Perks', items: [{ title: 'Earn', opens: { zone: 'earn' } }] }
    const { sections } = await show({ widget: 'stack', items: [OFFER] }, html, panel, OFFER, 17, null, [OFFER])
    expect(sections).toHaveLength(1)
  })

  test('shows which item cannot be loaded, keeps the others, and shows it after another try', async () => {
    const broken = vi.spyOn(String.prototype, 'toLocaleUpperCase').mockImplementation(() => {
      throw new TypeError('No capitals')
    })
    const { program, sections } = await show({ ...OFFER, advocate: { first_name: 'Ada' } }, SHARE)
    const [offer, share] = sections.map(section => () => inside(section.querySelector('[part=frame]')!))
    expect(offer!().getByRole('alert').textContent).toBe('We couldn’t load this content.')
    expect(share!().getByRole('heading').textContent).toBe('Give 20')
    const error = {
      code: 'internal_error',
      message: 'The widget offer in the stack of zone my_account failed: TypeError: No capitals',
    }
    expect(program.errors).toMatchObject([error])

    await user.click(offer!().getByRole('button', { name: 'Try again' }))
    await vi.waitFor(() => expect(program.errors).toMatchObject([error, error]), SOON)
    broken.mockRestore()
    const again = await offer!().findByRole('button', { name: 'Try again' })
    again.click()
    expect(again.isConnected).toBe(false)
    expect((await offer!().findByRole('heading')).textContent).toBe('Welcome')
    expect(offer!().queryByText('We couldn’t load this content.')).toBeNull()
  })

  test('shows which item has thrown in an event handler, keeps the others, and shows it after another try', async () => {
    const { program, frames, sections } = await show({ ...OFFER, continue_url: 'https://brand.com/shop' }, SHARE)
    vi.spyOn(program.rewards, 'track').mockImplementationOnce(() => {
      throw new TypeError('No events')
    })
    const stop = (event: Event) => event.preventDefault()
    frames[0]!.addEventListener('click', stop)
    const link = inside(frames[0]!).getByRole('link', { name: 'Start shopping' })
    await user.click(link)
    const offer = () => inside(sections[0]!.querySelector('[part=frame]')!)
    await offer().findByRole('button', { name: 'Try again' })
    // What has gone may still throw.
    vi.spyOn(program.rewards, 'track').mockImplementationOnce(() => {
      throw new TypeError('No events')
    })
    link.click()
    await settled()
    await user.click(offer().getByRole('button', { name: 'Try again' }))
    expect((await offer().findByRole('heading')).textContent).toBe('Welcome')
    expect(inside(frames[1]!).getByRole('heading').textContent).toBe('Give 20')
    expect(program.errors).toMatchObject([{ code: 'internal_error', message: expect.stringContaining('No events') }])
  })

  test('keeps what a person is typing when it is loaded again for another level', async () => {
    const { element, program, frames } = await show({ ...OFFER, reveal: 'email' }, SHARE)
    const link = inside(frames[1]!).getByLabelText('Your link')
    const field = frames[0]!.querySelector('input')!
    await user.type(field, 'grace@')
    program.rewards.dispatchEvent(new Event('consumer'))
    element.theme = { accent: '#123456' }
    await settled()
    expect(frames[0]!.querySelector('input')).toBe(field)
    expect(field.value).toBe('grace@')
    expect(inside(frames[1]!).getByLabelText('Your link')).toBe(link)
  })

  test('shows what was locked once the consumer is verified', async () => {
    const goals = [{ title: 'Two friends', target: 2 }]
    const { program, frames } = await show({ title: 'My goals', widget: 'journey', headline: 'Goals', goals })
    await inside(frames[0]!).findByRole('button', { name: 'Email me a link' })
    const consumer = { ...program.rewards.consumer, level: 'verified' as const }
    vi.spyOn(program.rewards, 'consumer', 'get').mockReturnValue(consumer)
    program.rewards.dispatchEvent(new Event('consumer'))
    await inside(frames[0]!).findByText('Two friends')
    await settled()
    expect(headingIn(frames[0]!).getAttribute('aria-level')).toBe('3')
    expect(frames[0]!.getAttribute('exportparts')!.split(',')).toContain('progress')
  })

  test('passes the page’s texts on to the zone that an item opens', async () => {
    const { element, frames } = await show({ widget: 'cta', text: 'Invite', opens: { zone: 'share_experience' } })
    element.messages = { copy: 'Take it' }
    await settled()
    await user.click(inside(frames[0]!).getByRole('button', { name: 'Invite' }))
    const opened = await vi.waitUntil(() => frames[0]!.shadowRoot!.querySelector('rewards-zone'), SOON)
    expect(opened.messages).toEqual({ copy: 'Take it' })
    // Where the item goes, its dialog closes.
    const actions: string[] = []
    element.addEventListener('rewards:action', ({ detail }) => actions.push(detail.action))
    element.data = { sku: 'fern' }
    await next(element, 'load')
    expect(actions).toEqual(['close'])
  })

  test('reports the actions in an item as those of the zone', async () => {
    const { element, frames } = await show(OFFER)
    const actions: object[] = []
    element.addEventListener('rewards:action', event => actions.push((event as CustomEvent).detail))
    await user.click(inside(frames[0]!).getByRole('button', { name: 'Copy' }))
    await vi.waitFor(
      () => expect(actions).toEqual([{ zone: 'my_account', action: 'copy', outcome: 'handed_off' }]),
      SOON,
    )
  })

  test.each([
    ['an app that offers it', true, 1],
    ['an app that does not', false, 0],
    ['a browser', undefined, 0],
  ])('has a button that closes the screen in %s, if the content asks for one', async (_, offers, count) => {
    const program = createProgram(({ event_name }) => ({
      widget: 'stack',
      close: event_name === 'closable',
      items: [OFFER],
    }))
    const notify = vi.fn()
    const shell = {
      offers: (capability: string) => capability === 'close' && offers,
      notify,
      request: async () => ({}),
    }
    if (offers !== undefined) Object.assign(program.rewards, { shell })
    const buttonsIn = async (name: string) =>
      inside(await placed({ name, rewards: program.rewards })).queryAllByRole('button', { name: 'Close' })
    expect(await buttonsIn('other')).toEqual([])
    const buttons = await buttonsIn('closable')
    expect(buttons).toHaveLength(count)
    for (const button of buttons) await user.click(button)
    expect(notify).toHaveBeenCalledTimes(count)
  })

  test('gives its items the color scheme of its theme', async () => {
    const { element, frames } = await show(OFFER)
    element.theme = { scheme: 'dark' }
    await vi.waitUntil(() => frames[0]!.shadowRoot!.querySelector('.zone.dark'), SOON)
  })

  test.each([
    ['no', []],
    ['left-out', undefined],
  ])('with %s items is empty, and this is reported', async (_, items) => {
    const program = createProgram(() => ({ widget: 'stack', items }))
    const element = await placed({ name: 'my_account', rewards: program.rewards })
    await settled()
    expect(element.shadowRoot!.querySelectorAll('[part=item]')).toHaveLength(0)
    expect(program.errors).toMatchObject([{ code: 'unsupported_content' }])
  })
})
