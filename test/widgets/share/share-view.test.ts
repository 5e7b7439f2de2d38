import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { moreChannels } from '../../../widgets/share/more-channels.js'
import { SOON } from '../../soon.js'
import { announcedIn, inside, next, placed, settled } from '../page.js'
import { createProgram, type Program } from '../program.js'
import { useViewport } from '../viewport.js'

useViewport()

const LINK = 'https://brand.com/s/ada'
const CONTENT = {
  widget: 'share',
  headline: 'Give 20, get 20',
  description: 'For you and a friend.',
  how_it_works: ['Share.', 'Wait.', 'Enjoy.'],
  image_url: 'https://brand.com/fern.jpg',
  channels: ['copy', 'native', 'email', 'sms', 'whatsapp', 'facebook', 'x', 'linkedin'],
  messages: { default: 'Have $20:', email: { subject: 'Hi & hello', message: `Take ${LINK} #now` }, sms: 'Psst:' },
  shareable: { code: 'ada', link: LINK },
  links: { terms_url: 'https://brand.com/terms', company_url: 'https://brand.com/' },
}

let program: Program
const user = userEvent.setup()

/** The widget, showing `content`. */
/** The program of these tests knows no consumers: its calls about them fail. */
const beIdentified = () =>
  vi.spyOn(program.rewards, 'recognize').mockResolvedValue({
    level: 'identified',
    scopes: ['LOCAL_PROFILE', 'UPDATE_PROFILE'],
    identity_id: null,
    expires_at: null,
  })

async function show(content: object = CONTENT) {
  program = createProgram(() => content)
  const element = await placed({ name: 'share_experience', rewards: program.rewards })
  return { element, root: element.shadowRoot!, view: inside(element) }
}

const actionOf = async (element: Element) => ((await next(element, 'rewards:action')) as CustomEvent).detail
const shares = async () => {
  await vi.waitUntil(() => program.events.length, SOON)
  return program.events.map(({ event_name, data }) => ({ event_name, ...data }))
}

/** What the browser can do, for the time of a test. */
function browserWith(abilities: { share?: Navigator['share'] }) {
  for (const [name, value] of Object.entries(abilities))
    Object.defineProperty(navigator, name, { value, configurable: true })
}

beforeEach(() => async () => {
  Reflect.deleteProperty(navigator, 'share')
  // What one test has shared is not the next one's to deliver.
  await program.rewards.flush()
})

describe('the share widget', () => {
  test.each([
    [null],
    ['copy'],
    [7],
    [{}],
  ])('whose channels are %j, and no list, has the default ones', async channels => {
    const { view } = await show({ ...CONTENT, channels })
    expect(view.getByRole('button', { name: 'Copy' })).toBeTruthy()
    expect(view.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(
      expect.arrayContaining(['Email', 'Text message', 'WhatsApp']),
    )
    await vi.dynamicImportSettled()
    expect(program.errors).toEqual([])
  })

  test.each([
    [[], '[]'],
    [['myspace'], '["myspace"]'],
    [['messenger'], '["messenger"]'],
    [[7, null], '[]'],
    [['native'], '["native"]'],
  ])('without a channel that works, as with %j, has the default ones, and this is reported', async (channels, texts) => {
    const { view } = await show({ ...CONTENT, channels })
    expect(view.getByRole('button', { name: 'Copy' })).toBeTruthy()
    expect(view.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(
      expect.arrayContaining(['Email', 'Text message', 'WhatsApp']),
    )
    await expect
      .poll(() => program.errors)
      .toMatchObject([
        {
          code: 'unsupported_content',
          message: `Zone share_experience: the share widget needs a channel that this browser has; got ${texts}. It shows the default ones`,
        },
      ])
  })

  test('reports that of a content, too, which takes the place of the first', async () => {
    let channels = ['copy']
    program = createProgram(() => ({ ...CONTENT, channels }))
    await placed({ name: 'share_experience', rewards: program.rewards })
    channels = ['myspace']
    const consumer = { ...program.rewards.consumer, level: 'identified' as const }
    vi.spyOn(program.rewards, 'consumer', 'get').mockReturnValue(consumer)
    program.rewards.dispatchEvent(new Event('consumer'))
    await expect.poll(() => program.errors).toMatchObject([{ code: 'unsupported_content' }])
  })

  test('shows the offer, how it works and the person’s link', async () => {
    const { view, root } = await show()
    expect(view.getByRole('heading').textContent).toBe('Give 20, get 20')
    expect(view.getAllByRole('listitem').map(item => item.textContent)).toEqual(['Share.', 'Wait.', 'Enjoy.'])
    expect(view.getByLabelText('Your link')).toMatchObject({ value: LINK, readOnly: true, dir: 'ltr' })
    expect(root.querySelector('img')!.src).toBe('https://brand.com/fern.jpg')
    expect(view.getByText('For you and a friend.')).toBeTruthy()
    const isApart = { target: '_blank', rel: 'noreferrer' }
    expect(view.getByRole('link', { name: 'Terms' })).toMatchObject({ href: 'https://brand.com/terms', ...isApart })
    expect(view.getByRole('link', { name: 'Website' })).toMatchObject({ href: 'https://brand.com/', ...isApart })
  })

  test('has defaults for everything except its name', async () => {
    const { view, root } = await show({ widget: 'share', shareable: CONTENT.shareable })
    expect(view.getByRole('heading').textContent).toBe('Share with your friends')
    expect(view.getByRole('button', { name: 'Copy' })).toBeTruthy()
    expect(root.querySelector('img, ol')).toBeNull()
  })

  test('shows the channels of the content in their order, and ignores unknown ones', async () => {
    const { view, root } = await show({ ...CONTENT, channels: ['x', 'pigeon', 'constructor', 'email', 'x'], links: {} })
    expect([...root.querySelectorAll('[part=channels] > *')].map(channel => channel.textContent)).toEqual([
      'X',
      'Email',
      'Edit message',
    ])
    expect(view.queryByLabelText('Your link')).toBeNull()
  })

  test('shows no broken image if the picture cannot be loaded', async () => {
    const { root } = await show()
    const picture = root.querySelector('img')!
    picture.dispatchEvent(new Event('error'))
    expect(picture.hidden).toBe(true)
  })
})

describe('copying', () => {
  test('copies the link with the id of the share, and reports the same id to the platform and the page', async () => {
    const { element, view } = await show()
    const action = actionOf(element)
    await user.click(view.getByRole('button', { name: 'Copy' }))
    const { partner_share_id, ...rest } = await action
    expect(await navigator.clipboard.readText()).toBe(`${LINK}?partner_share_id=${partner_share_id}`)
    expect(rest).toEqual({ zone: 'share_experience', action: 'share', channel: 'copy', outcome: 'handed_off' })
    expect(await shares()).toMatchObject([
      { event_name: 'share', 'share.channel': 'copy', advocate_code: 'ada', partner_share_id },
    ])
  })

  test('shows the result on the button, and announces it in a region that was there before', async () => {
    const { element, view } = await show()
    const region = view.getByRole('status')
    expect(region.textContent).toBe('')
    const action = actionOf(element)
    await user.click(view.getByRole('button', { name: 'Copy' }))
    await action
    await settled()
    expect(view.getByRole('button', { name: 'Copied' })).toBeTruthy()
    expect(view.getByRole('status')).toBe(region)
    expect(region.textContent).toBe('Copied')
  })

  test('announces every copy: the region is emptied in between', async () => {
    const { element, view } = await show()
    const region = view.getByRole('status')
    const said = announcedIn(region)
    for (const name of ['Copy', 'Copied']) {
      const action = actionOf(element)
      await user.click(view.getByRole('button', { name }))
      await action
      await settled()
    }
    expect(said).toEqual(['Copied', '', 'Copied'])
  })

  test('writes to the clipboard within the click, even if the page and not the content names the widget', async () => {
    program = createProgram(() => ({ ...CONTENT, widget: undefined }))
    const element = await placed({ name: 'product', widget: 'share', rewards: program.rewards })
    const write = vi.spyOn(navigator.clipboard, 'writeText')
    const written = () => {
      const before = write.mock.calls.length
      inside(element).getByRole('button', { name: /Cop/ }).click()
      return write.mock.calls.length - before
    }
    // What it needs is on its way since the zone came; a click alone would not bring it for the next.
    await vi.waitUntil(written, SOON)
    write.mockRestore()
  })

  test('whose code cannot be loaded says so', async () => {
    const { element, view } = await show()
    vi.spyOn(program.rewards, 'share').mockRejectedValueOnce(new Error('No code'))
    const action = actionOf(element)
    await user.click(view.getByRole('button', { name: 'Copy' }))
    expect(await action).toMatchObject({ channel: 'copy', outcome: 'failed' })
    await view.findByText('We couldn’t copy it. The text is selected so you can copy it yourself.')
  })

  test('that the browser rejects says so, and selects the link', async () => {
    const { element, root, view } = await show()
    const refused = vi
      .spyOn(navigator.clipboard, 'writeText')
      .mockRejectedValue(new DOMException('', 'NotAllowedError'))
    const action = actionOf(element)
    await user.click(view.getByRole('button', { name: 'Copy' }))
    expect(await action).toMatchObject({ channel: 'copy', outcome: 'failed' })
    await settled()
    expect(view.getByRole('status').textContent).toBe(
      'We couldn’t copy it. The text is selected so you can copy it yourself.',
    )
    expect(view.getByRole('button', { name: 'Copy' })).toBeTruthy()
    const field = root.querySelector('input')!
    expect(root.activeElement).toBe(field)
    expect([field.selectionStart, field.selectionEnd]).toEqual([0, LINK.length])
    expect(program.events).toEqual([])
    refused.mockRestore()
  })
})

test('copying the link by hand gives it the id of a share, which is tracked once', async () => {
  const { element, root, view } = await show()
  const refused = vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('', 'NotAllowedError'))
  /** What the person has on their clipboard after they have copied from this field. */
  const copyFrom = (field: Element) => {
    const setData = vi.fn()
    const event = new Event('copy', { bubbles: true, composed: true, cancelable: true })
    field.dispatchEvent(Object.assign(event, { clipboardData: { setData } }))
    return setData.mock.lastCall?.[1]
  }
  for (let tries = 0; tries < 2; tries++) {
    const action = actionOf(element)
    await user.click(view.getByRole('button', { name: 'Copy' }))
    await action
    await settled()
  }
  expect(copyFrom(document.body.appendChild(document.createElement('input')))).toBeUndefined()
  const [first, second] = [copyFrom(root.activeElement!), copyFrom(root.activeElement!)]
  const [share, ...others] = await shares()
  expect(share).toMatchObject({ event_name: 'share', 'share.channel': 'copy', advocate_code: 'ada' })
  expect(first).toBe(`${LINK}?partner_share_id=${Reflect.get(share!, 'partner_share_id')}`)
  expect([second, others]).toEqual([first, []])
  refused.mockRestore()
})

describe('the browser’s share sheet', () => {
  test('is offered only if there is one', async () => {
    const { view } = await show()
    expect(view.queryByRole('button', { name: 'Share' })).toBeNull()
  })

  test('gets the message and the link, the link once', async () => {
    const share = vi.fn<Navigator['share']>().mockResolvedValue()
    browserWith({ share })
    const { element, view } = await show({ ...CONTENT, messages: { default: `Take this: ${LINK}` } })
    const action = actionOf(element)
    await user.click(view.getByRole('button', { name: 'Share' }))
    const { partner_share_id, outcome } = await action
    expect(outcome).toBe('shared')
    const [{ text, url } = {}] = share.mock.lastCall!
    expect([text, url]).toEqual(['Take this:', `${LINK}?partner_share_id=${partner_share_id}`])
    await settled()
    expect(view.getByRole('status').textContent).toBe('Shared')
  })

  test.each([
    ['AbortError', 'canceled', ''],
    ['NotAllowedError', 'failed', 'We couldn’t share it. Try again.'],
  ])('that ends with %s is %s, and the person sees "%s"', async (name, outcome, words) => {
    browserWith({ share: () => Promise.reject(new DOMException('', name)) })
    const { element, view } = await show()
    const action = actionOf(element)
    await user.click(view.getByRole('button', { name: 'Share' }))
    expect(await action).toMatchObject({ channel: 'native', outcome })
    await settled()
    expect(view.getByRole('status').textContent).toBe(words)
    expect(program.events).toEqual([])
  })
})

describe('a channel that is a link', () => {
  /** The link of a channel, with its share id put out of sight. */
  const hrefs = (view: ReturnType<typeof inside>, names: string[]) =>
    names.map(name =>
      view.getByRole<HTMLAnchorElement>('link', { name }).href.replace(/(partner_share_id(=|%3D))[\d-]+/, '$1ID'),
    )

  test('carries the message and the link once, in the form of each app', async () => {
    const { view } = await show()
    const link = 'https%3A%2F%2Fbrand.com%2Fs%2Fada%3Fpartner_share_id%3DID'
    expect(hrefs(view, ['Email', 'Text message', 'WhatsApp', 'Facebook', 'X', 'LinkedIn'])).toEqual([
      `mailto:?subject=Hi%20%26%20hello&body=Take%20${link}%20%23now`,
      `sms:?&body=Psst%3A%20${link}`,
      `https://wa.me/?text=${link}%0aHave%20%2420%3A`,
      `https://www.facebook.com/sharer/sharer.php?u=${link}`,
      `https://x.com/intent/post?text=Have%20%2420%3A%20${link}`,
      `https://www.linkedin.com/sharing/share-offsite/?url=${link}`,
    ])
  })

  test('of a network that few contents name is the same', async () => {
    const { view } = await show({
      ...CONTENT,
      channels: ['telegram', 'pinterest', 'reddit', 'bluesky', 'threads'],
      messages: { default: 'Have $20:', reddit: `Take ${LINK}` },
    })
    const link = 'https%3A%2F%2Fbrand.com%2Fs%2Fada%3Fpartner_share_id%3DID'
    expect(hrefs(view, ['Telegram', 'Pinterest', 'Reddit', 'Bluesky', 'Threads'])).toEqual([
      `https://t.me/share/url?url=${link}&text=Have%20%2420%3A`,
      `https://www.pinterest.com/pin/create/button/?url=${link}&description=Have%20%2420%3A`,
      `https://www.reddit.com/submit?url=${link}&title=Take`,
      `https://bsky.app/intent/compose?text=Have%20%2420%3A%20${link}`,
      `https://www.threads.net/intent/post?text=Have%20%2420%3A%20${link}`,
    ])
    expect(program.errors).toEqual([])
  })

  test('works with half a character in the person’s own message', async () => {
    const { view, root } = await show({ ...CONTENT, channels: ['whatsapp'] })
    await user.click(view.getByRole('button', { name: 'Edit message' }))
    const field = await view.findByLabelText<HTMLTextAreaElement>('Your message')
    field.value = 'My own\ud83d'
    field.dispatchEvent(new Event('input', { bubbles: true }))
    await vi.waitFor(() => expect(decodeURIComponent(root.querySelector('a')!.href)).toMatch(/\nMy own\ufffd$/), SOON)
    expect(program.errors).toEqual([])
  })

  test('of a network has the name that the page gives it', async () => {
    program = createProgram(() => ({ ...CONTENT, channels: ['threads'] }))
    const element = await placed({
      name: 'share_experience',
      rewards: program.rewards,
      messages: { threads: 'Auf Threads' },
    })
    expect(inside(element).getByRole('link', { name: 'Auf Threads' })).toBeTruthy()
  })

  test('opens Messenger only where its app can be: on a phone, and not in a native app', async () => {
    vi.spyOn(globalThis, 'matchMedia').mockImplementation(
      query => ({ matches: query === '(pointer: coarse)', addEventListener() {}, removeEventListener() {} }) as never,
    )
    const { view } = await show({ ...CONTENT, channels: ['messenger', 'sms'] })
    expect(view.getByRole<HTMLAnchorElement>('link', { name: 'Messenger' }).href).toMatch(
      /^fb-messenger:\/\/share\?link=https%3A%2F%2Fbrand\.com%2Fs%2Fada%3Fpartner_share_id%3D/,
    )
    expect(moreChannels({ shell: {} as never })).not.toHaveProperty('messenger')
  })

  test('opens a new tab or the app, without a referrer and an opener', async () => {
    const { view } = await show()
    const site = view.getByRole<HTMLAnchorElement>('link', { name: 'WhatsApp' })
    const app = view.getByRole<HTMLAnchorElement>('link', { name: 'Email' })
    expect([site.target, app.target]).toEqual(['_blank', ''])
    // Which is no opener either, in every browser there is.
    expect([site.rel, app.rel]).toEqual(['noreferrer', 'noreferrer'])
    expect([site, app].map(link => link.getAttribute('part'))).toEqual(['button quiet whatsapp', 'button quiet email'])
  })

  test('reports the id of its share to the platform and the page; the next click is another share', async () => {
    const { element, root, view } = await show()
    const link = view.getByRole<HTMLAnchorElement>('link', { name: 'WhatsApp' })
    const followed: string[] = []
    root.addEventListener('click', event => {
      event.preventDefault()
      followed.push(
        new URL(new URL(link.href).searchParams.get('text')!.split('\n')[0]!).searchParams.get('partner_share_id')!,
      )
    })
    const actions: string[] = []
    element.addEventListener('rewards:action', event => actions.push((event as CustomEvent).detail.partner_share_id))
    link.click()
    await settled()
    link.click()
    await vi.waitUntil(() => program.events.length === 2, SOON)
    expect(new Set(followed).size).toBe(2)
    expect(actions).toEqual(followed)
    expect((await shares()).map(share => Reflect.get(share, 'partner_share_id'))).toEqual(followed)
    expect(await shares()).toMatchObject([{ 'share.channel': 'whatsapp', advocate_code: 'ada' }, {}])
  })

  test('keeps its address until the browser has followed it', async () => {
    const { view } = await show()
    const link = view.getByRole<HTMLAnchorElement>('link', { name: 'WhatsApp' })
    const before = link.href
    link.addEventListener('click', event => event.preventDefault())
    link.click()
    await Promise.resolve()
    expect(link.href).toBe(before)
    await vi.waitUntil(() => link.href !== before, SOON)
  })
})

describe('a link that is not in the content', () => {
  test('leads to what the page is about, such as a product, and is asked for once', async () => {
    const content = { partner_content_id: 'fern', title: 'Fern' }
    program = createProgram(() => ({
      widget: 'share',
      headline: 'Give 20',
      shareable: { link: 'https://brand.com/s/x' },
    }))
    beIdentified()
    const asked = vi
      .spyOn(program.rewards.shareables, 'getOrCreate')
      .mockResolvedValue({ code: 'ada', link: LINK } as never)
    const element = await placed({ name: 'share_experience', rewards: program.rewards, data: { content } })
    await vi.waitUntil(() => inside(element).getByLabelText<HTMLInputElement>('Your link').value === LINK, SOON)
    element.theme = { scheme: 'dark' }
    await vi.waitUntil(() => element.shadowRoot!.querySelector('.zone.dark'), SOON)
    expect(asked.mock.calls).toEqual([[{ key: 'fern', content }]])
  })

  test('gives way to the link that the content has later', async () => {
    const shareable = { code: 'spring', link: 'https://brand.com/s/spring' }
    program = createProgram(() => ({ ...CONTENT, shareable: program.zones.length > 1 ? shareable : undefined }))
    beIdentified()
    vi.spyOn(program.rewards.shareables, 'getOrCreate').mockResolvedValue({ code: 'ada', link: LINK } as never)
    const element = await placed({ name: 'share_experience', rewards: program.rewards })
    const shown = () => inside(element).getByLabelText<HTMLInputElement>('Your link').value
    await vi.waitUntil(() => shown() === LINK, SOON)
    const consumer = { ...program.rewards.consumer, level: 'identified' as const }
    vi.spyOn(program.rewards, 'consumer', 'get').mockReturnValue(consumer)
    program.rewards.dispatchEvent(new Event('consumer'))
    await next(element, 'load')
    expect(shown()).toBe(shareable.link)
  })

  test('is not asked for by an email address in place of what the zone shows by then', async () => {
    let recognize = (_: typeof program.rewards.consumer) => {}
    program = createProgram(({ event_name }) =>
      event_name === 'other' ? { widget: 'offer', headline: 'Welcome' } : { ...CONTENT, shareable: undefined },
    )
    vi.spyOn(program.rewards, 'recognize').mockReturnValue(
      new Promise(resolve => {
        recognize = resolve
      }),
    )
    const element = await placed({ name: 'share_experience', rewards: program.rewards })
    element.name = 'other'
    await next(element, 'load')
    recognize(program.rewards.consumer)
    await vi.dynamicImportSettled()
    await settled()
    expect(inside(element).getByRole('heading').textContent).toBe('Welcome')
  })

  test('says so when it cannot be loaded, and offers another try', async () => {
    const shown = show({ ...CONTENT, shareable: undefined })
    beIdentified()
    const { element, view } = await shown
    expect(await view.findByText('We couldn’t load your link.')).toBeTruthy()
    expect(program.errors.length).toBeGreaterThan(0)
    const error = next(program.rewards, 'error')
    await user.click(view.getByRole('button', { name: 'Try again' }))
    await error
    expect(element.shadowRoot!.querySelector('a[href^="https://wa.me"]')).toBeNull()
  })

  test('is shown as loading, and no longer as failed, during another try', async () => {
    const shown = show({ ...CONTENT, shareable: undefined })
    beIdentified()
    const { view } = await shown
    const again = await view.findByRole('button', { name: 'Try again' })
    let answer = () => {}
    vi.spyOn(program.rewards.shareables, 'getOrCreate').mockReturnValueOnce(
      new Promise(resolve => {
        answer = () => resolve({ code: 'ada', link: LINK } as never)
      }),
    )
    await user.click(again)
    expect(await view.findByRole('button', { name: 'Copy' })).toHaveProperty('disabled', true)
    expect(view.queryByText('We couldn’t load your link.')).toBeNull()
    answer()
    await vi.waitUntil(() => view.getByLabelText<HTMLInputElement>('Your link').value === LINK, SOON)
    expect(view.getByRole('button', { name: 'Copy' })).toHaveProperty('disabled', false)
  })
})

describe('hostile content', () => {
  test('stays text: it adds no markup to the page', async () => {
    const markup = '<img src=x onerror="alert(1)"><script>alert(1)</script>'
    const { root, view } = await show({ ...CONTENT, headline: markup, description: markup, how_it_works: [markup] })
    expect(view.getByRole('heading').textContent).toBe(markup)
    expect(root.querySelectorAll('script, img:not([src^="https://brand.com"])')).toHaveLength(0)
  })

  test('leads only to safe addresses', async () => {
    const evil = 'javascript:alert(1)'
    const shown = show({
      ...CONTENT,
      image_url: 'data:image/svg+xml,<svg onload="alert(1)"/>',
      links: { terms_url: evil, company_url: 'data:text/html,x' },
      shareable: { code: 'ada', link: evil },
    })
    beIdentified()
    // Nor does the link of a platform that answers so.
    vi.spyOn(program.rewards.shareables, 'getOrCreate').mockResolvedValue({ code: 'ada', link: evil } as never)
    const { root, view } = await shown
    await view.findByText('We couldn’t load your link.')
    const addresses = [...root.querySelectorAll('[href], [src]')].map(
      node => node.getAttribute('href') ?? node.getAttribute('src'),
    )
    expect(addresses.filter(address => !/^(https|mailto|sms):/.test(address!))).toEqual([])
    expect(root.querySelector('input')?.value ?? '').not.toContain('javascript')
  })

  test.each([
    ['numbers', 7],
    ['nulls', null],
    ['lists', [[['x']]]],
    ['objects', { toString: null }],
    ['half a surrogate pair', '\ud83d'],
    ['long text', 'x'.repeat(100_000)],
  ])('of %s in every key breaks nothing', async (_, junk) => {
    const { root } = await show({
      ...CONTENT,
      headline: junk,
      description: junk,
      image_url: junk,
      how_it_works: junk,
      messages: { default: junk, email: { subject: junk, message: junk } },
      links: { terms_url: junk, company_url: junk },
    })
    expect(root.querySelector('input')!.value).toBe(LINK)
    expect(root.querySelectorAll('[part=channels] a')).toHaveLength(6)
    await vi.dynamicImportSettled()
    expect(program.errors).toEqual([])
  })
})
