import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createRewards, type Rewards, type RewardsError } from '../../../src/index.js'
import { createTestPlatform, fixtures, type TestConsumer, type TestPlatform } from '../../../testing/index.js'
import { SOON } from '../../soon.js'
import { announcedIn, inside, next, placed } from '../page.js'
import { useViewport } from '../viewport.js'

useViewport()

const FORM = {
  widget: 'form',
  headline: 'Join the club',
  event: 'registration',
  fields: [
    { type: 'text', name: 'first_name', label: 'First name', required: true },
    { type: 'email', name: 'email', label: 'Email', required: true, hint: 'We write once a month.' },
    { type: 'phone', name: 'phone', label: 'Phone' },
    { type: 'date', name: 'birthday', label: 'Birthday' },
    { type: 'select', name: 'plant', label: 'Plant', options: ['Fern', { value: 'moss', text: 'Moss' }] },
    { type: 'radio', name: 'place', label: 'Place', options: ['Garden', 'Balcony'] },
    { type: 'rating', name: 'nps', label: 'Recommend us?', min: 0, max: 10, min_text: 'Never', max_text: 'Always' },
    { type: 'text', name: 'why', label: 'Why?', multiline: true },
    { type: 'checkbox', name: 'gift', label: 'It is a gift' },
    { type: 'consent', name: 'opt_in', label: 'Write to me', url: 'https://brand.com/data', url_text: 'Our promise' },
  ],
  submit_text: 'Join',
}
/** A form that identifies nobody. */
const SURVEY = {
  widget: 'form',
  headline: 'One question',
  fields: [{ type: 'text', name: 'answer', label: 'Answer', required: true }],
}
const { share } = fixtures

let platform: TestPlatform
let rewards: Rewards
const errors: RewardsError[] = []
const user = userEvent.setup()

async function show(content: object, consumer: TestConsumer = {}) {
  errors.length = 0
  platform = createTestPlatform({ zones: { club: { ...content } as never, share_experience: share }, consumer })
  rewards = createRewards(platform.options)
  rewards.addEventListener('error', ({ detail }) => errors.push(detail))
  if (consumer.level === 'verified') await rewards.recognize()
  return showAgain()
}

async function showAgain() {
  const element = await placed({ name: 'club', rewards })
  const actions: unknown[] = []
  element.addEventListener('rewards:action', event => actions.push((event as CustomEvent).detail))
  const view = inside(element)
  const root = element.shadowRoot!
  const submit = () => user.click(root.querySelector('[type=submit]')!)
  return { element, root, view, actions, submit }
}

const sent = (name = 'registration') => platform.events.filter(event => event.name === name)

const faultsIn = (root: ShadowRoot) => [...root.querySelectorAll('[part=fault]')].map(({ textContent }) => textContent)

afterEach(() => {
  rewards?.destroy()
  document.body.replaceChildren()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

describe('a form', () => {
  test('shows a field of each type with its label', async () => {
    const { view, root } = await show(FORM)
    expect(view.getByRole('heading', { name: 'Join the club' })).toBeTruthy()
    expect(view.getByLabelText(/^First name/)).toMatchObject({ required: true, autocomplete: 'given-name' })
    expect(view.getByLabelText(/^Email/)).toMatchObject({ type: 'email', autocomplete: 'email', dir: 'ltr' })
    expect(view.getByLabelText(/^Phone/)).toMatchObject({ type: 'tel', autocomplete: 'tel', dir: 'ltr' })
    expect(view.getByLabelText(/^Phone/)).toHaveProperty('required', false)
    expect(view.getByLabelText(/^Birthday/)).toMatchObject({ type: 'date', autocomplete: 'bday' })
    expect(view.getByLabelText(/^Why/).localName).toBe('textarea')
    expect([...view.getByLabelText<HTMLSelectElement>(/^Plant/).options].map(({ text }) => text)).toEqual([
      'Choose an option',
      'Fern',
      'Moss',
    ])
    const groups = [...root.querySelectorAll('fieldset')]
    expect(
      groups.map(group => [group.role ?? group.getAttribute('role'), group.querySelector('legend')!.textContent]),
    ).toEqual([
      ['radiogroup', 'Place (optional)'],
      ['radiogroup', 'Recommend us? (optional)'],
    ])
    expect(groups[1]!.querySelectorAll('[type=radio]')).toHaveLength(11)
    expect(root.querySelector('[part=scale]')!.textContent).toBe('NeverAlways')
    expect(view.getByRole('checkbox', { name: 'Write to me' })).toHaveProperty('checked', false)
    expect(view.getByRole('link', { name: 'Our promise' })).toMatchObject({
      href: 'https://brand.com/data',
      target: '_blank',
      rel: 'noreferrer',
    })
    expect(errors).toEqual([])
  })

  test('connects each field with its hint, and says which are optional', async () => {
    const { view, root } = await show(FORM)
    const ids = view
      .getByLabelText(/^Email/)
      .getAttribute('aria-describedby')!
      .split(' ')
    expect(ids.map(id => root.getElementById(id)?.textContent)).toEqual(['We write once a month.', ''])
    expect(view.getByText('Phone').parentElement!.textContent).toBe('Phone (optional)')
    expect(view.getByText('Email').parentElement!.textContent).toBe('Email')
  })

  test('has no control that hides a member of the form', async () => {
    const { root } = await show({
      ...FORM,
      fields: ['submit', 'elements', 'action'].map(name => ({ ...FORM.fields[0], name })),
    })
    const inputs = [...root.querySelectorAll('input')]
    expect(inputs).toHaveLength(3)
    // The browser returns a control in place of the member with its name or id. jsdom does not.
    const hidden = inputs.flatMap(({ name, id }) => [name, id]).filter(name => name in HTMLFormElement.prototype)
    expect(hidden).toEqual([])
  })

  test('tracks what was entered, once, and says thanks', async () => {
    const { view, root, actions, submit } = await show(FORM)
    await user.type(view.getByLabelText(/^First name/), ' Ada ')
    await user.type(view.getByLabelText(/^Email/), 'ada@example.com')
    await user.selectOptions(view.getByLabelText(/^Plant/), 'moss')
    await user.click(view.getByRole('radio', { name: 'Balcony' }))
    await user.click(view.getByRole('radio', { name: '9' }))
    await user.click(view.getByRole('checkbox', { name: 'Write to me' }))
    await submit()
    await view.findByRole('heading', { name: 'Thank you!' })
    await vi.waitUntil(() => sent().length, SOON)
    const [event, ...others] = sent()
    const { event_time: _, partner_event_id: __, ...data } = event!.data as Record<string, unknown>
    expect(data).toEqual({
      campaign_id: 'test-campaign',
      first_name: 'Ada',
      email: 'ada@example.com',
      plant: 'moss',
      place: 'Balcony',
      nps: 9,
      gift: false,
      opt_in: true,
    })
    expect(others).toEqual([])
    expect(root.querySelector('form')).toBeNull()
    expect(root.querySelector('[part=status]')!.textContent).toContain('Thank you!')
    expect(actions).toEqual([{ zone: 'club', action: 'submit', outcome: 'done' }])
    // The consumer is identified, and the zone was loaded again: the thanks stay.
    await expect.poll(() => rewards.consumer.level, SOON).toBe('identified')
    await rewards.flush()
    expect(view.getByRole('heading', { name: 'Thank you!' })).toBeTruthy()
  })

  test('names the event after the zone, if the content does not name it', async () => {
    const { view, submit } = await show(SURVEY)
    await user.type(view.getByLabelText('Answer'), 'Moss')
    await submit()
    await expect.poll(() => sent('club_submit'), SOON).toMatchObject([{ data: { answer: 'Moss' } }])
  })

  test('is one event, however often it is clicked', async () => {
    const { view, root, actions } = await show(SURVEY)
    await user.type(view.getByLabelText('Answer'), 'Moss')
    const button = root.querySelector<HTMLElement>('[type=submit]')!
    button.click()
    button.click()
    await view.findByRole('heading', { name: 'Thank you!' })
    expect(platform.requests.filter(({ body }) => JSON.stringify(body ?? '').includes('club_submit'))).toHaveLength(1)
    expect(actions).toHaveLength(1)
  })

  test('is sent with the Enter key', async () => {
    const { view } = await show(SURVEY)
    await user.type(view.getByLabelText('Answer'), 'Moss{Enter}')
    await view.findByRole('heading', { name: 'Thank you!' })
  })

  test('without a field that it can show is empty, and this is reported', async () => {
    const { root } = await show({
      widget: 'form',
      headline: 'Join',
      fields: [{ type: 'color', name: 'color', label: 'Color' }],
    })
    expect(root.querySelector('section')).toBeNull()
    await expect.poll(() => errors, SOON).toHaveLength(1)
    expect(errors[0]).toMatchObject({
      code: 'unsupported_content',
      message: expect.stringContaining('fields[0] "color" cannot be shown'),
    })
  })

  test('names the fields that it leaves out', async () => {
    const text = { type: 'text', label: 'Text' }
    const { view } = await show({
      widget: 'form',
      fields: [
        { ...text, name: 'a' },
        { ...text, name: '__proto__' },
        { ...text, name: 'a' },
        7,
        { ...text, name: 'constructor' },
      ],
    })
    expect(view.getAllByRole('textbox')).toHaveLength(1)
    await expect.poll(() => errors, SOON).toHaveLength(1)
    expect(errors[0]!.message).toContain(
      'fields[1] "__proto__", fields[2] "a", fields[3] , fields[4] "constructor" cannot',
    )
  })

  test('reports a huge list in few words', async () => {
    const fields = Array.from({ length: 5_000 }, (_, index) => ({ type: 'text', label: 'Text', name: `a${index}` }))
    const { view } = await show({ widget: 'form', fields })
    expect(view.getAllByRole('textbox')).toHaveLength(20)
    await expect.poll(() => errors, SOON).toHaveLength(1)
    expect(errors[0]!.message).toContain('and 4960 more cannot be shown')
    expect(errors[0]!.message.length).toBeLessThan(2_000)
  })
})

describe('what is wrong with a form', () => {
  test('is said at each field, and the first has the focus', async () => {
    const { view, root, submit, actions } = await show(FORM)
    await user.type(view.getByLabelText(/^Phone/), '12')
    await submit()
    await expect
      .poll(() => faultsIn(root))
      .toEqual([
        'This field is required.',
        'This field is required.',
        'Enter a valid phone number.',
        ...Array(7).fill(''),
      ])
    const first = view.getByLabelText(/^First name/)
    expect(root.activeElement).toBe(first)
    expect(first.getAttribute('aria-invalid')).toBe('true')
    expect(first.getAttribute('aria-describedby')).toBe(faultElement(root, 'This field is required.').id)
    await expect.poll(() => root.querySelector('[part=status]')!.textContent).toBe('Check the marked fields.')
    expect([sent(), actions]).toEqual([[], []])
  })

  test('is announced again at the next attempt', async () => {
    const { root, submit } = await show(SURVEY)
    const region = root.querySelector('[part=status]')!
    const text = 'Check the marked fields.'
    await submit()
    await expect.poll(() => region.textContent).toBe(text)
    const said = announcedIn(region)
    await submit()
    await vi.waitUntil(() => said.length && region.textContent === text, SOON)
  })

  const faultElement = (root: ShadowRoot, text: string) =>
    [...root.querySelectorAll('[part=fault]')].find(({ textContent }) => textContent === text)!

  test('goes while it is mended', async () => {
    const { view, root, submit } = await show(SURVEY)
    await submit()
    await expect.poll(() => faultsIn(root)).toEqual(['This field is required.'])
    await user.type(view.getByLabelText('Answer'), 'M')
    await expect.poll(() => faultsIn(root)).toEqual([''])
    expect(view.getByLabelText('Answer').getAttribute('aria-invalid')).toBeNull()
  })

  test('of a group is said at the group, whose first button has the focus', async () => {
    const { root, submit } = await show({ widget: 'form', fields: [{ ...FORM.fields[6], required: true }] })
    await submit()
    await expect.poll(() => root.querySelector('fieldset')!.getAttribute('aria-invalid')).toBe('true')
    expect(root.activeElement).toBe(root.querySelector('[type=radio]'))
  })

  test('is an address that the platform refuses', async () => {
    const { view, root, submit } = await show(FORM)
    platform.fail('/events', { status: 400, code: 'invalid_email' })
    await user.type(view.getByLabelText(/^First name/), 'Ada')
    await user.type(view.getByLabelText(/^Email/), 'ada@example.com')
    await submit()
    await expect.poll(() => faultsIn(root)[1], SOON).toBe('Enter a valid email address.')
    expect(view.getByLabelText(/^Email/)).toHaveProperty('value', 'ada@example.com')
    expect(root.activeElement).toBe(view.getByLabelText(/^Email/))
  })

  test('is an address that the platform refuses later, after the thanks', async () => {
    const { view, root } = await show(FORM)
    const restore = platform.fail('/events', { status: 429 })
    await user.type(view.getByLabelText(/^First name/), 'Ada')
    await user.type(view.getByLabelText(/^Email/), 'ada@example.com')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    root.querySelector<HTMLElement>('[type=submit]')!.click()
    await vi.advanceTimersByTimeAsync(3_000)
    await view.findByRole('heading', { name: 'Thank you!' }, SOON)
    platform.fail('/events', { status: 400, code: 'invalid_email' })
    restore()
    // The next attempt.
    await vi.advanceTimersByTimeAsync(15_000)
    await expect.poll(() => faultsIn(root)[1], SOON).toBe('Enter a valid email address.')
    expect(view.getByLabelText(/^Email/)).toHaveProperty('value', 'ada@example.com')
  }, 60_000)
})

describe('what was entered', () => {
  test('stays when the event is refused, and is the same event at the next attempt', async () => {
    const { view, root, submit, actions } = await show(SURVEY)
    const restore = platform.fail('/events', { status: 403, code: 'access_denied' })
    await user.type(view.getByLabelText('Answer'), 'Moss')
    await submit()
    await view.findByText(/We couldn’t send your answers/)
    expect(view.getByLabelText('Answer')).toHaveProperty('value', 'Moss')
    expect(root.querySelector('[type=submit]')!.getAttribute('aria-disabled')).toBe('false')
    restore()
    await submit()
    await view.findByRole('heading', { name: 'Thank you!' })
    const ids = platform.requests
      .map(({ body }) => Object(body))
      .filter(({ event_name }) => event_name === 'club_submit')
      .map(({ data }) => data.partner_event_id)
    expect(new Set(ids).size).toBe(1)
    expect(actions).toMatchObject([{ outcome: 'failed' }, { outcome: 'done' }])
  })

  test('is safe without a network: the form is done at once, and the event arrives later', async () => {
    const { view, submit } = await show(SURVEY)
    await rewards.flush()
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const restore = platform.fail('/events', 'network_error')
    await user.type(view.getByLabelText('Answer'), 'Moss')
    await submit()
    await view.findByRole('heading', { name: 'Thank you!' })
    expect(sent('club_submit')).toEqual([])
    restore()
    dispatchEvent(new Event('online'))
    await expect.poll(() => sent('club_submit'), SOON).toMatchObject([{ data: { answer: 'Moss' } }])
  })

  test('is safe while the platform asks to wait: the form is done, and is open again if the event is refused after all', async () => {
    const { view } = await show(SURVEY)
    const restore = platform.fail('/events', { status: 429 })
    await user.type(view.getByLabelText('Answer'), 'Moss')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true, advanceTimeDelta: 200 })
    await userEvent.setup({ advanceTimers: vi.advanceTimersByTime }).click(view.getByRole('button', { name: 'Send' }))
    await view.findByText('Sending…')
    await view.findByRole('heading', { name: 'Thank you!' }, SOON)
    platform.fail('/events', { status: 403, code: 'access_denied' })
    restore()
    await view.findByText(/We couldn’t send your answers/, {}, SOON)
    expect(view.getByLabelText('Answer')).toHaveProperty('value', 'Moss')
  }, 60_000)

  test('stays when the zone is drawn or loaded again', async () => {
    const { element, view } = await show({ ...SURVEY, fields: [...SURVEY.fields, ...FORM.fields.slice(4)] })
    await user.type(view.getByLabelText('Answer'), 'Moss and ')
    await user.selectOptions(view.getByLabelText(/^Plant/), 'moss')
    await user.click(view.getByRole('radio', { name: '7' }))
    await user.click(view.getByRole('checkbox', { name: 'It is a gift' }))
    for (const change of [{ theme: { scheme: 'dark' } }, { data: { locale: 'de' } }, { data: { page: 2 } }]) {
      Object.assign(element, change)
      await expect.poll(() => view.queryByLabelText<HTMLInputElement>('Answer')?.value, SOON).toBe('Moss and ')
      expect(view.getByLabelText(/^Plant/)).toHaveProperty('value', 'moss')
      expect(view.getByRole('radio', { name: '7' })).toHaveProperty('checked', true)
      expect(view.getByRole('checkbox', { name: 'It is a gift' })).toHaveProperty('checked', true)
    }
  })

  test('stays in an element that replaces another, and the thanks do not', async () => {
    const { element, view } = await show(SURVEY)
    await user.type(view.getByLabelText('Answer'), 'Moss')
    element.remove()
    const second = await showAgain()
    expect(second.view.getByLabelText('Answer')).toHaveProperty('value', 'Moss')
    await second.submit()
    await second.view.findByRole('heading', { name: 'Thank you!' })
    second.element.remove()
    const third = await showAgain()
    expect(third.view.getByLabelText('Answer')).toHaveProperty('value', '')
    await user.type(third.view.getByLabelText('Answer'), 'Fern')
    await third.submit()
    await expect.poll(() => sent('club_submit').map(({ data }) => Object(data).answer), SOON).toEqual(['Moss', 'Fern'])
  })

  test('is not shown to the next person', async () => {
    const { element, view } = await show(SURVEY, { level: 'verified', email: 'ada@example.com' })
    await user.type(view.getByLabelText('Answer'), 'My secret')
    await rewards.logout()
    await expect.poll(() => view.queryByLabelText<HTMLInputElement>('Answer')?.value, SOON).toBe('')
    element.remove()
  })
})

describe('after a form was sent', () => {
  const done = {
    headline: 'Welcome',
    text: 'See you soon.',
    zone: 'share_experience',
    url: 'https://brand.com/',
    url_text: 'Shop',
  }

  test('its message, its link and its zone are shown, and the zone keeps the focus', async () => {
    const { view, root, submit } = await show({ ...SURVEY, done })
    await user.type(view.getByLabelText('Answer'), 'Moss')
    await submit()
    await view.findByRole('heading', { name: 'Welcome' })
    expect(root.querySelector('[part=text]')!.textContent).toBe('See you soon.')
    expect(view.getByRole('link', { name: 'Shop' })).toHaveProperty('href', 'https://brand.com/')
    expect(root.activeElement).toBe(root.querySelector('.zone'))
    expect(root.querySelector('[part=status]')!.textContent).toBe('Welcome See you soon.')
    await expect.poll(() => root.querySelector('rewards-zone')?.shadowRoot?.textContent, SOON).toContain(share.headline)
  })

  test('its zone has the data, the theme and the texts of the page, and its runtime', async () => {
    const { element, root, view, submit } = await show({ ...SURVEY, done })
    element.data = { page: 2 }
    await next(element, 'load')
    const settings = { theme: { scheme: 'dark' as const }, messages: { copy: 'Take it' } }
    Object.assign(element, settings)
    await user.type(view.getByLabelText('Answer'), 'Moss')
    await submit()
    await view.findByRole('heading', { name: 'Welcome' })
    expect(root.querySelector('rewards-zone')).toMatchObject({ ...settings, data: { page: 2 }, rewards })
  })

  test('the thanks stay when the zone loads again', async () => {
    const { element, view, submit } = await show({ ...SURVEY, done })
    await user.type(view.getByLabelText('Answer'), 'Moss')
    await submit()
    await view.findByRole('heading', { name: 'Welcome' })
    const loaded = new Promise(resolve => element.addEventListener('load', resolve, { once: true }))
    element.data = { page: 2 }
    await loaded
    expect(view.getByRole('heading', { name: 'Welcome' })).toBeTruthy()
  })
})

describe('a form for verified consumers', () => {
  const content = { ...SURVEY, verified_only: true }

  test('shows others how to verify', async () => {
    const { view } = await show(content)
    await view.findByText('Confirm your email address to see this content.')
    expect(view.queryByLabelText('Answer')).toBeNull()
  })

  test('is shown to them', async () => {
    const { view } = await show(content, { level: 'verified', email: 'ada@example.com' })
    expect(view.getByLabelText('Answer')).toBeTruthy()
  })
})
