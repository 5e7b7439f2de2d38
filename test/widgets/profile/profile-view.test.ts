import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createRewards } from '../../../src/index.js'
import { proofOf } from '../../proof.js'
import { SOON } from '../../soon.js'
import { useLocalPlatform } from '../local-platform.js'
import { inside, placed, settled } from '../page.js'
import { publish } from '../published.js'
import { useViewport } from '../viewport.js'

useViewport()
const local = useLocalPlatform()
const user = userEvent.setup()

let email: string
beforeEach(() => {
  email = `${crypto.randomUUID()}@example.com`
  localStorage.clear()
})

const CONTENT = {
  widget: 'profile',
  fields: ['first_name', 'email', 'shoe_size', 'constructor', 'email'],
  consents: [
    { name: 'processing_consent', text: 'Improve the program' },
    { name: 'soul', text: 'Take all' },
  ],
}

async function show(content: object = CONTENT) {
  await publish(local.platform, 'settings', content)
  await local.rewards.verify(await proofOf({ email }))
  await local.rewards.profile.update({ first_name: 'Ada' })
  const element = await placed({ name: 'settings', rewards: local.rewards })
  const view = inside(element)
  await view.findByRole('form', { name: 'Your profile' })
  return { element, view, save: () => user.click(view.getByRole('button', { name: 'Save' })) }
}

describe('a profile', () => {
  test('shows the requested fields with their values, and no field that cannot be changed', async () => {
    const { view } = await show()
    const fields = view.getAllByRole<HTMLInputElement>('textbox')
    expect(fields.map(({ name, value, autocomplete, dir }) => [name, value, autocomplete, dir])).toEqual([
      ['first_name', 'Ada', 'given-name', ''],
      ['email', email, 'email', 'ltr'],
    ])
    expect(view.getAllByRole('checkbox')).toHaveLength(1)
  })

  test.each([[null], ['email'], [{}]])('whose fields are %j, and no list, shows the default ones', async fields => {
    const { view } = await show({ ...CONTENT, fields })
    expect(view.getAllByRole<HTMLInputElement>('textbox').map(({ name }) => name)).toEqual([
      'first_name',
      'last_name',
      'email',
    ])
  })

  test.each([
    [[]],
    [['shoe_size']],
  ])('with the fields %j and no consent shows the default fields, and this is reported', async fields => {
    await publish(local.platform, 'settings', { widget: 'profile', fields })
    await local.rewards.verify(await proofOf({ email }))
    const errors: unknown[] = []
    local.rewards.addEventListener('error', ({ detail }) => errors.push(detail))
    const view = inside(await placed({ name: 'settings', rewards: local.rewards }))
    await view.findByRole('button', { name: 'Save' })
    expect(view.getAllByRole<HTMLInputElement>('textbox').map(({ name }) => name)).toEqual([
      'first_name',
      'last_name',
      'email',
    ])
    expect(errors).toMatchObject([
      { code: 'unsupported_content', message: expect.stringContaining('needs fields or consents') },
    ])
  })

  test('that cannot be loaded is requested again on request', async () => {
    await publish(local.platform, 'settings', CONTENT)
    await local.rewards.verify(await proofOf({ email }))
    const profile = await local.rewards.profile.get()
    let answer = () => {}
    vi.spyOn(local.rewards.profile, 'get')
      .mockRejectedValueOnce(new Error('No network'))
      .mockReturnValueOnce(
        new Promise(resolve => {
          answer = () => resolve(profile)
        }),
      )
    const element = await placed({ name: 'settings', rewards: local.rewards })
    const view = inside(element)
    await user.click(await view.findByRole('button', { name: 'Try again' }))
    await vi.waitUntil(() => element.shadowRoot!.querySelector('[part~=skeleton][aria-busy=true]'))
    expect(view.queryByRole('button', { name: 'Try again' })).toBeNull()
    answer()
    await view.findByRole('form', { name: 'Your profile' })
  })

  test('without fields shows only the consents, if there are any', async () => {
    const { view } = await show({ ...CONTENT, fields: [] })
    expect(view.queryAllByRole('textbox')).toEqual([])
    expect(view.getAllByRole('checkbox').length).toBeGreaterThan(0)
  })

  test('whose cookie choice is saved tells the page', async () => {
    const { view, save } = await show({ ...CONTENT, consents: [{ name: 'cookie_consent', text: 'Cookies' }] })
    const setConsent = vi.spyOn(local.rewards, 'setConsent').mockReturnValue()
    const box = view.getByRole<HTMLInputElement>('checkbox')
    await user.click(box)
    await save()
    await view.findByText('Saved')
    expect(setConsent.mock.calls).toEqual([['granted']])
    await user.click(box)
    await save()
    await vi.waitFor(() => expect(setConsent.mock.calls).toEqual([['granted'], ['denied']]), SOON)
  })

  test('sends only what has changed since the last time, and announces that each time', async () => {
    const { element, view, save } = await show()
    const actions: unknown[] = []
    element.addEventListener('rewards:action', event => actions.push((event as CustomEvent).detail))
    const update = vi.spyOn(local.rewards.profile, 'update')
    view.getByLabelText<HTMLInputElement>('First name').value = ' Augusta '
    await save()
    const status = await view.findByText('Saved')
    const announced: (string | null)[] = []
    const observer = new MutationObserver(() => announced.push(status.textContent))
    observer.observe(status, { childList: true, characterData: true, subtree: true })
    await user.click(view.getByRole('checkbox'))
    await save()
    await expect.poll(() => announced).toEqual(['', 'Saved'])
    observer.disconnect()
    expect(actions).toMatchObject(Array(2).fill({ action: 'save', outcome: 'done' }))
    await save()
    await vi.waitUntil(() => actions.length === 3)
    expect(update.mock.calls).toEqual([[{ first_name: 'Augusta' }], [{ processing_consent: 'granted' }]])
    expect(await local.rewards.profile.get()).toMatchObject({
      first_name: 'Augusta',
      processing_consent: 'granted',
      email,
    })
    const again = inside(await placed({ name: 'settings', rewards: local.rewards }))
    expect((await again.findByRole<HTMLInputElement>('checkbox')).checked).toBe(true)
    await user.click(view.getByRole('checkbox'))
    await save()
    await vi.waitUntil(() => actions.length === 4)
    expect(update.mock.lastCall).toEqual([{ processing_consent: 'denied' }])
  })

  test.each([
    ['Email address', 'ada@', 'Enter a valid email address.'],
    ['Email address', 'grace@example.com', 'This email address is already in use.'],
    ['First name', 'A'.repeat(51), 'This name is empty or too long.'],
    ['First name', ' ', 'This name is empty or too long.'],
  ])('shows at “%s” why the platform rejects “%s”, and keeps the text', async (label, typed, fault) => {
    const { element, view, save } = await show()
    const field = view.getByLabelText<HTMLInputElement>(label)
    field.value = typed
    await save()
    const error = await view.findByText(fault)
    expect(field.value).toBe(typed)
    expect(field.getAttribute('aria-invalid')).toBe('true')
    expect(field.getAttribute('aria-describedby')).toBe(error.id)
    expect(element.shadowRoot!.activeElement).toBe(field)
  })

  test('is saved once for a double press, and the button keeps the focus meanwhile', async () => {
    const { element, view } = await show()
    let answer = () => {}
    const update = vi.spyOn(local.rewards.profile, 'update').mockReturnValue(
      new Promise(resolve => {
        answer = () => resolve(undefined as never)
      }),
    )
    view.getByLabelText<HTMLInputElement>('First name').value = 'Augusta'
    const button = view.getByRole('button', { name: 'Save' })
    await user.dblClick(button)
    expect(button.getAttribute('aria-disabled')).toBe('true')
    expect(element.shadowRoot!.activeElement).toBe(button)
    answer()
    await view.findByText('Saved')
    expect(update).toHaveBeenCalledOnce()
  })

  test.each([
    ['Last name', 'A'.repeat(51), 'This name is empty or too long.', 'Lovelace'],
    ['Profile picture URL', 'no address', 'Enter a valid image URL.', 'https://brand.com/ada.png'],
  ])('shows at “%s” that “%s” is wrong, until it is mended', async (label, wrong, fault, right) => {
    const { view, save } = await show({ ...CONTENT, fields: ['first_name', 'last_name', 'profile_picture_url'] })
    const field = view.getByLabelText<HTMLInputElement>(label)
    field.value = wrong
    await save()
    const error = await view.findByText(fault)
    expect(field.getAttribute('aria-describedby')).toBe(error.id)
    field.value = right
    await save()
    await view.findByText('Saved')
    expect(field.getAttribute('aria-invalid')).toBeNull()
    expect(field.dir).toBe(label === 'Last name' ? '' : 'ltr')
  })

  test('that cannot be saved says so, keeps the typed text, and can be saved again', async () => {
    const { element, view, save } = await show()
    const actions: unknown[] = []
    element.addEventListener('rewards:action', event => actions.push((event as CustomEvent).detail))
    const field = view.getByLabelText<HTMLInputElement>('First name')
    field.value = 'Ada Augusta'
    const { fetch } = local.platform
    local.platform.fetch = async () => new Response('{}', { status: 400 })
    await save()
    await view.findByText('We couldn’t save your changes. Try again.')
    local.platform.fetch = fetch
    expect(field.value).toBe('Ada Augusta')
    await save()
    await view.findByText('Saved')
    expect((await local.rewards.profile.get()).first_name).toBe('Ada Augusta')
    expect(actions).toMatchObject([
      { action: 'save', outcome: 'failed' },
      { action: 'save', outcome: 'done' },
    ])
  })
})

describe('the data stored in the browser', () => {
  const NOTHING = { token: false, events: 0, heights: 0, dismissals: 0 }

  test('is counted, and is erased after a confirmation', async () => {
    localStorage.setItem('rewards-zone settings', '300 200px')
    localStorage.setItem('rewards-zone offer', '300 100px')
    localStorage.setItem('rewards:dismissed:overlay', 'owner|campaign|gone')
    localStorage.setItem('of the shop', 'stays')
    const { element, view } = await show()
    const done = new Promise(resolve =>
      element.addEventListener('rewards:action', event => resolve((event as CustomEvent).detail)),
    )
    const details = element.shadowRoot!.querySelector('details')!
    details.open = true
    details.dispatchEvent(new Event('toggle'))
    await view.findByText('Saved layout sizes: 2')
    expect(view.getByText('Dismissed messages: 1')).toBeTruthy()

    // Announced: the region was there before.
    const region = details.querySelector('[role=status]')
    await user.click(view.getByText('Delete this data'))
    expect(view.getByText(/^You’ll be signed out/)).toBe(region)
    await user.click(view.getByText('Cancel'))
    expect(local.rewards.consumer.level).toBe('verified')

    await user.click(view.getByText('Delete this data'))
    await user.click(view.getByText('Delete'))
    expect(element.shadowRoot!.activeElement!.className).toContain('zone')
    expect(await done).toEqual({ zone: 'settings', action: 'erase', outcome: 'done' })
    expect(local.rewards.consumer.level).toBe('anonymous')
    expect(Object.keys(localStorage)).toEqual(['of the shop'])
  })

  test('is named, also if it is nothing, and if it cannot be read, the rest stays', async () => {
    const summary = vi.spyOn(local.rewards.storage, 'summary').mockRejectedValueOnce(new Error('Blocked'))
    const { element, view } = await show()
    const details = element.shadowRoot!.querySelector('details')!
    const open = () => {
      details.open = true
      details.dispatchEvent(new Event('toggle'))
    }
    open()
    await settled()
    expect(view.getByRole('form', { name: 'Your profile' })).toBeTruthy()
    summary.mockResolvedValue(NOTHING)
    open()
    await view.findByText('No data is stored.')
    summary.mockResolvedValue({ ...NOTHING, token: true, events: 1 })
    open()
    await view.findByText('Events waiting to be sent: 1')
    expect([...details.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual([
      'A cookie that recognizes you',
      'Events waiting to be sent: 1',
    ])
  })

  test('is erased although the platform could not be told, and the widget shows that', async () => {
    vi.spyOn(local.rewards.storage, 'erase').mockRejectedValue(new Error('Offline'))
    vi.spyOn(local.rewards.storage, 'summary').mockResolvedValue(NOTHING)
    const { element, view } = await show()
    const actions: unknown[] = []
    element.addEventListener('rewards:action', event => actions.push((event as CustomEvent).detail))
    await user.click(view.getByText('Delete this data'))
    await user.click(view.getByText('Delete'))
    const status = await view.findByText(/but we couldn’t sign you out/)
    expect([status.getAttribute('role'), status.className]).toEqual(['status', ''])
    await view.findByText('No data is stored.')
    expect(actions).toMatchObject([{ action: 'erase', outcome: 'failed' }])
  })

  test('stays erased on a page that can prove who the person is, until that page calls verify()', async () => {
    const { platform } = local
    let proofs = 0
    const rewards = createRewards({
      domain: local.rewards.domain,
      carrier: 'header',
      jwt: () => {
        proofs++
        return proofOf({ email })
      },
      fetch: (input, init) => platform.fetch(new Request(input as string, init)),
    })
    await publish(platform, 'settings', CONTENT)
    const element = await placed({ name: 'settings', rewards })
    const view = inside(element)
    await user.click(await view.findByText('Delete this data'))
    const before = proofs
    await user.click(view.getByText('Delete'))
    await view.findByText('The data in this browser was deleted.')

    // The person comes back to the page, and the page asks for something private.
    await rewards.recognize()
    await rewards.profile.get().catch(() => {})
    expect([rewards.consumer.level, proofs - before]).toEqual(['anonymous', 0])
    expect(view.getByText('The data in this browser was deleted.')).toBeTruthy()

    await rewards.verify()
    await view.findByRole('form', { name: 'Your profile' })
    await rewards.storage.erase()
    await view.findByRole('heading', { name: 'Confirm it’s you' })
    expect(view.queryByText('The data in this browser was deleted.')).toBeNull()
  })
})
