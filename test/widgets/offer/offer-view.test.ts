import { userEvent } from '@testing-library/user-event'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { SOON } from '../../soon.js'
import { announcedIn, inside, placed, settled } from '../page.js'
import { CAMPAIGN, createProgram, type Program } from '../program.js'
import { useViewport } from '../viewport.js'

useViewport()

const OFFER = {
  widget: 'offer',
  headline: '$20 off your first order',
  advocate: { first_name: 'Ada', image_url: 'https://brand.com/ada.jpg' },
  reward_text: 'For plants, pots and tools.',
  coupon_code: 'ADA-20',
  rules: ['New customers only.', 'One code an order.'],
  expires_at: '2099-03-01T12:00:00Z',
  continue_url: 'https://shop.example/',
}

let program: Program
const user = userEvent.setup()

async function show(content: object) {
  program = createProgram(() => content)
  const element = await placed({ name: 'welcome_offer', rewards: program.rewards })
  await settled()
  const actions: object[] = []
  element.addEventListener('rewards:action', event => actions.push((event as CustomEvent).detail))
  return { element, root: element.shadowRoot!, view: inside(element), actions }
}

describe('an offer', () => {
  test('shows the reward, who it is from, the end and the terms', async () => {
    const { root, view } = await show(OFFER)
    expect(view.getByRole('heading').textContent).toBe('$20 off your first order')
    expect(root.querySelector('[part=advocate]')!.textContent).toBe('AFrom Ada')
    expect(root.querySelector('bdi')!.textContent).toBe('Ada')
    expect(root.querySelector('img')!.src).toBe('https://brand.com/ada.jpg')
    expect(view.getByText('For plants, pots and tools.')).toBeTruthy()
    expect(root.querySelector('[part=expires]')!.textContent).toBe('Valid until March 1, 2099')
    expect(root.querySelector('time')!.dateTime).toBe('2099-03-01T12:00:00.000Z')
    expect([...root.querySelectorAll('details li')].map(rule => rule.textContent)).toEqual(OFFER.rules)
    expect(root.querySelector('details')!.open).toBe(false)
  })

  test.each([
    ['Hurry!', 'Hurry!', 'A friend says hi', 'A friend says hi'],
    ['{date} is the end', 'March 1, 2099 is the end', '{name}, {name}', 'Ada, Ada'],
  ])('says "%s" and "%s" where the page sets these texts', async (offer_until, until, offer_from, from) => {
    program = createProgram(() => OFFER)
    const element = await placed({
      name: 'welcome_offer',
      rewards: program.rewards,
      messages: { offer_until, offer_from },
    })
    expect(element.shadowRoot!.querySelector('[part=expires]')!.textContent).toBe(until)
    // After the initial of the sender.
    expect(element.shadowRoot!.querySelector('[part=advocate]')!.textContent).toBe(`A${from}`)
  })

  test('ends on the day that it is where the visitor is', async () => {
    vi.stubEnv('TZ', 'America/New_York')
    onTestFinished(() => void vi.unstubAllEnvs())
    const { root } = await show({ ...OFFER, expires_at: '2099-03-01T02:00:00Z' })
    expect(root.querySelector('[part=expires]')!.textContent).toBe('Valid until February 28, 2099')
  })

  test('shows an initial if there is no picture, or if it cannot be loaded', async () => {
    const { root } = await show({ ...OFFER, advocate: { first_name: '🦊fox' } })
    expect(root.querySelector('[part=face]')!.textContent).toBe('🦊')
    const { root: small } = await show({ ...OFFER, advocate: { first_name: 'ada' } })
    expect(small.querySelector('[part=face]')!.textContent).toBe('A')
    const other = await show(OFFER)
    const picture = other.root.querySelector('img')!
    picture.dispatchEvent(new Event('error'))
    expect(picture.hidden).toBe(true)
  })

  test('copies its code, and reports that to the person and the page', async () => {
    const { view, actions } = await show(OFFER)
    await user.click(view.getByRole('button', { name: 'Copy' }))
    await view.findByRole('button', { name: 'Copied' })
    expect(await navigator.clipboard.readText()).toBe('ADA-20')
    expect(actions).toEqual([{ zone: 'welcome_offer', action: 'copy', outcome: 'handed_off' }])
  })

  test('copies its code by the native app, if the app offers a clipboard', async () => {
    const { view } = await show(OFFER)
    const request = vi.fn(async () => ({}))
    const offers = (capability: string) => capability === 'clipboard.write'
    Object.assign(program.rewards, { shell: { offers, request, notify() {} } })
    await user.click(view.getByRole('button', { name: 'Copy' }))
    await view.findByRole('button', { name: 'Copied' })
    expect(request.mock.calls).toEqual([['clipboard.write', { text: 'ADA-20' }]])
  })

  test('announces each copy: the region is emptied in between', async () => {
    const { view, root, actions } = await show(OFFER)
    const region = root.querySelector('[role=status]')!
    await user.click(view.getByRole('button', { name: 'Copy' }))
    await vi.waitUntil(() => region.textContent === 'Copied', SOON)
    const said = announcedIn(region)
    await user.click(view.getByRole('button', { name: 'Copied' }))
    await vi.waitUntil(() => actions.length === 2 && region.textContent, SOON)
    await settled()
    expect(said).toEqual(['', 'Copied'])
  })

  test('whose code cannot be copied says so each time, and selects the code', async () => {
    const refused = vi
      .spyOn(navigator.clipboard, 'writeText')
      .mockRejectedValue(new DOMException('', 'NotAllowedError'))
    const { view, root, actions } = await show(OFFER)
    await user.click(view.getByRole('button', { name: 'Copy' }))
    const text = 'We couldn’t copy it. The text is selected so you can copy it yourself.'
    expect((await view.findByText(text)).className).toBe('')
    expect(root.activeElement).toBe(view.getByLabelText('Your code'))
    await user.click(view.getByRole('button', { name: 'Copy' }))
    expect(actions).toMatchObject([{ outcome: 'failed' }, { outcome: 'failed' }])
    refused.mockRestore()
  })

  test('leads to the shop with its code, and reports that', async () => {
    const { view, actions } = await show(OFFER)
    const onward = view.getByRole<HTMLAnchorElement>('link', { name: 'Start shopping' })
    expect(onward.href).toBe('https://shop.example/?coupon_code=ADA-20')
    onward.addEventListener('click', event => event.preventDefault())
    onward.click()
    expect(actions).toEqual([{ zone: 'welcome_offer', action: 'continue' }])
    await vi.waitUntil(() => program.events.length, SOON)
    expect(program.events).toMatchObject([{ event_name: 'welcome_offer_tap', data: { campaign_id: CAMPAIGN } }])
  })

  test.each([
    ['expired', 'This offer has expired.'],
    ['ineligible', 'This offer is for new customers only.'],
    ['self_referral', 'This is your own link. Send it to a friend so they can use the offer.'],
    ['used', 'You’ve already used this offer.'],
  ])('that is %s explains why, and has no code', async (state, reason) => {
    const { view, root } = await show({ ...OFFER, state })
    expect(view.getByText(reason)).toBeTruthy()
    expect(view.queryByRole('link')).toBeNull()
    expect(root.querySelector('input, time')).toBeNull()
    expect(root.innerHTML).not.toContain('ADA-20')
    const bare = await show({ widget: 'offer', state })
    expect(bare.view.getByText(reason)).toBeTruthy()
  })

  test('with nothing but a code shows the code', async () => {
    const { view, root } = await show({ widget: 'offer', coupon_code: 'ADA-20' })
    expect(root.querySelector('[part=face]')).toBeNull()
    expect(view.getByLabelText('Your code')).toHaveProperty('value', 'ADA-20')
    expect(program.errors).toEqual([])
  })

  test.each([
    ['headline', OFFER.headline],
    ['reward_text', OFFER.reward_text],
  ])('with nothing but a %s shows that', async (key, text) => {
    const { view } = await show({ widget: 'offer', [key]: text })
    expect(view.getByText(text)).toBeTruthy()
    expect(program.errors).toEqual([])
  })

  test('without content is empty, and this is reported', async () => {
    const { root } = await show({ widget: 'offer' })
    expect(root.querySelector('section')).toBeNull()
    expect(program.errors).toMatchObject([{ code: 'unsupported_content' }])
  })
})

describe('an offer for an email address', () => {
  const GATED = { ...OFFER, reveal: 'email' }
  const fieldOf = (element: Element) => element.querySelector('input')!

  test('hides the code and the link at first', async () => {
    const { root, view, element } = await show(GATED)
    expect(root.innerHTML).not.toContain('ADA-20')
    expect(view.queryByRole('link')).toBeNull()
    expect(fieldOf(element)).toMatchObject({ type: 'email', autocomplete: 'email', slot: 'email' })
  })

  test.each(['', 'grace', 'grace@'])('rejects "%s"', async typed => {
    const { element, view } = await show(GATED)
    fieldOf(element).value = typed
    await user.click(view.getByRole('button', { name: 'Show my code' }))
    expect((await view.findByText('Enter a valid email address.')).className).toBe('')
    expect(fieldOf(element).getAttribute('aria-invalid')).toBe('true')
    expect(document.activeElement).toBe(fieldOf(element))
  })

  test('that the platform rejects says so, and keeps the typed text', async () => {
    const { element, view } = await show(GATED)
    vi.spyOn(program.rewards, 'identify').mockRejectedValueOnce(new Error('refused'))
    fieldOf(element).value = 'grace@example.com'
    await user.click(view.getByRole('button', { name: 'Show my code' }))
    await view.findByText('Something went wrong. Try again.')
    expect(fieldOf(element).value).toBe('grace@example.com')
    expect(view.getByRole('button', { name: 'Show my code' }).getAttribute('aria-disabled')).toBe('false')
  })

  test('sends the address once, however often Enter and the button are pressed, which keeps the focus', async () => {
    const { element, root, view } = await show(GATED)
    let answer = () => {}
    const identified = new Promise<typeof program.rewards.consumer>(resolve => {
      answer = () => resolve(program.rewards.consumer)
    })
    const identify = vi.spyOn(program.rewards, 'identify').mockReturnValue(identified)
    const button = view.getByRole('button', { name: 'Show my code' })
    fieldOf(element).value = 'grace'
    await user.click(button)
    expect(fieldOf(element).getAttribute('aria-invalid')).toBe('true')
    fieldOf(element).value = 'grace@example.com'
    fieldOf(element).focus()
    await user.keyboard('{Enter}{Enter}')
    expect(fieldOf(element).getAttribute('aria-invalid')).toBe('false')
    await user.click(button)
    expect(root.activeElement).toBe(button)
    expect(button.getAttribute('aria-disabled')).toBe('true')
    answer()
    await view.findByLabelText('Your code')
    expect(identify).toHaveBeenCalledOnce()
  })

  test('removes the field once the offer is shown, and keeps the focus', async () => {
    const { element, root, view, actions } = await show(GATED)
    vi.spyOn(program.rewards, 'identify').mockResolvedValueOnce(program.rewards.consumer)
    fieldOf(element).value = 'grace@example.com'
    await user.click(view.getByRole('button', { name: 'Show my code' }))
    expect(await view.findByLabelText('Your code')).toHaveProperty('value', 'ADA-20')
    expect(element.querySelector('input')).toBeNull()
    expect(root.activeElement).toBe(root.querySelector('.zone'))
    expect(view.getByText('Your code ADA-20').closest('[role=status]')).not.toBeNull()
    expect(actions).toEqual([{ zone: 'welcome_offer', action: 'reveal' }])
  })

  test('whose code comes by email says so', async () => {
    const { element, view } = await show({ ...GATED, coupon_code: undefined })
    vi.spyOn(program.rewards, 'identify').mockResolvedValueOnce(program.rewards.consumer)
    fieldOf(element).value = 'grace@example.com'
    await user.click(view.getByRole('button', { name: 'Show my code' }))
    const text = await view.findByText('Your code is on its way to your inbox.')
    expect(text.closest('.visually-hidden')).toBeNull()
  })
})
