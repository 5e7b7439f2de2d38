import { waitFor } from '@testing-library/preact'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { createRewards, RewardsError } from '../../../src/index.js'
import { mailsTo } from '../../mails.js'
import { proofOf } from '../../proof.js'
import { useLocalPlatform } from '../local-platform.js'
import { showOwn } from '../own-zone.js'
import { inside, next } from '../page.js'
import { useViewport } from '../viewport.js'

useViewport()
const local = useLocalPlatform()
const user = userEvent.setup()

const REWARDS = {
  widget: 'rewards',
  rewards: [
    {
      state: 'FULFILLED',
      face_value: 20,
      face_value_type: 'USD',
      partner_reward_id: 'FERN-2041',
      partner_reward_key_type: 'COUPON',
    },
  ],
}

/** The card, once it is known that they have to be asked. */
async function show(level: 'anonymous' | 'identified', options: object = {}) {
  const shown = await showOwn(local, REWARDS, { level, ...options })
  await shown.view.findByRole('heading')
  return shown
}

/** Looks for the last mail in another tab, in vain at first, opens its link and confirms; then comes back. */
async function confirm(email: string) {
  const visibility = vi.spyOn(document, 'visibilityState', 'get')
  const show = (state: DocumentVisibilityState) => {
    visibility.mockReturnValue(state)
    document.dispatchEvent(new Event('visibilitychange'))
  }
  show('hidden')
  show('visible')
  show('hidden')
  const link = /https?:\S+/.exec((await mailsTo(local.platform, email)).at(-1)!.body)![0]
  await local.platform.fetch(new Request(link, { method: 'POST' }))
  show('visible')
  visibility.mockRestore()
}

describe('private content', () => {
  test.each([
    'rewards',
    'referrals',
    'stats',
    'reward-status',
  ])('of %s is not shown to an anonymous consumer', async widget => {
    const { root, view, errors } = await showOwn(
      local,
      { ...REWARDS, widget, totals: { earned: { value: 20, type: 'USD' } }, reward_name: 'advocate-20' },
      { level: 'anonymous' },
    )
    expect((await view.findByRole('heading')).textContent).toBe('Confirm it’s you')
    expect(root.innerHTML).not.toMatch(/FERN-2041|\$20/)
    await vi.dynamicImportSettled()
    expect(errors).toEqual([])
  })

  test('is shown once a new visitor has entered an email address and confirmed it', async () => {
    const { element, root, view, actions } = await show('anonymous')
    const email = 'stranger@example.com'
    const field = element.querySelector('input')!
    await user.click(view.getByRole('button', { name: 'Email me a link' }))
    await view.findByText('Enter a valid email address.')

    field.value = email
    await user.click(view.getByRole('button', { name: 'Email me a link' }))
    await view.findByText(/^We emailed you a link/)
    expect(root.activeElement).toBe(root.querySelector('.zone'))
    expect(element.querySelector('input')).toBeNull()
    expect(actions).toEqual([{ action: 'verify', outcome: 'handed_off' }])

    // The visitor has gone on to another part of the page.
    const elsewhere = document.body.appendChild(document.createElement('button'))
    elsewhere.focus()
    await confirm(email)
    await view.findByText('Enter this code at checkout.')
    expect(view.getByLabelText('Your code')).toHaveProperty('value', 'FERN-2041')
    expect(document.activeElement).toBe(elsewhere)
    elsewhere.remove()
  })

  test('can be confirmed where the code that would find out by itself cannot be loaded', async () => {
    const unhandled = vi.fn()
    process.on('unhandledRejection', unhandled)
    const error = new RewardsError('network_error', 'The module "identity" of the SDK could not be loaded')
    vi.spyOn(local.rewards, 'recognize').mockImplementation(() => Promise.reject(error))
    const { element } = await show('anonymous')
    expect(element.querySelector('input')).not.toBeNull()
    expect(unhandled).not.toHaveBeenCalled()
    process.off('unhandledRejection', unhandled)
  })

  test('needs one press of an identified consumer, and another for another email', async () => {
    const { view, email } = await show('identified')
    await user.click(view.getByRole('button', { name: 'Email me a link' }))
    await user.click(await view.findByRole('button', { name: 'Send again' }))
    await waitFor(async () => expect(await mailsTo(local.platform, email)).toHaveLength(2))
    await confirm(email)
    await view.findByText('Enter this code at checkout.')
  })

  test('sends one email for a double press, and the button keeps the focus meanwhile', async () => {
    const { root, view, actions } = await show('identified')
    let answer = () => {}
    const sending = vi.spyOn(local.rewards, 'requestVerificationEmail').mockReturnValue(
      new Promise(resolve => {
        answer = () => resolve({ polling_id: 'x', status: 'PENDING' })
      }),
    )
    const button = view.getByRole('button', { name: 'Email me a link' })
    await user.dblClick(button)
    await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('true'))
    expect(root.activeElement).toBe(button)
    answer()
    await view.findByText(/^We emailed you a link/)
    expect(sending).toHaveBeenCalledOnce()
    expect(actions).toEqual([{ action: 'verify', outcome: 'handed_off' }])
    sending.mockRestore()
  })

  test('is shown once the person has confirmed on another page, as soon as they come back', async () => {
    const { view, email } = await show('identified')
    const token = new URL(await local.rewards.eventUrl('seen')).searchParams.get('access_token')
    const path = `${local.rewards.domain}/api/v4/me/send-verification-email`
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    await local.platform.fetch(new Request(path, { method: 'POST', headers, body: '{}' }))
    await confirm(email)
    await view.findByText('Enter this code at checkout.')
  })

  test('is shown at once, without a question, to a person whom the page verifies with a JWT', async () => {
    const { platform } = local
    const rewards = createRewards({
      domain: local.rewards.domain,
      carrier: 'header',
      jwt: () => proofOf({ email: 'proved@example.com' }),
      fetch: (input, init) => platform.fetch(new Request(input as string, init)),
    })
    const { root, view, errors } = await showOwn({ platform, rewards }, REWARDS, { level: 'anonymous' })
    expect(root.querySelector('[part~=locked]')).toBeNull()
    const asked = vi.fn()
    new MutationObserver(() => asked(root.querySelector('[part~=locked]'))).observe(root, {
      childList: true,
      subtree: true,
    })
    await view.findByText('Enter this code at checkout.')
    expect(new Set(asked.mock.calls.flat())).toEqual(new Set([null]))
    await vi.dynamicImportSettled()
    expect(errors).toEqual([])
  })

  /** A runtime whose platform can be out of reach of its zones. */
  function withNetwork() {
    const { platform } = local
    const network = { fails: false }
    const rewards = createRewards({
      domain: local.rewards.domain,
      carrier: 'header',
      fetch: (input, init) => {
        const request = new Request(input as string, init)
        if (network.fails && /zones/.test(request.url)) throw new TypeError('No network')
        return platform.fetch(request)
      },
    })
    return { network, local: { platform, rewards } }
  }

  test('can be tried again if it could not be loaded after the verification', async () => {
    const { network, local } = withNetwork()
    const { root, view, email } = await showOwn(local, REWARDS, { level: 'identified' })
    await view.findByRole('heading')
    // So that the page does not jump, the placeholder has the height of the card.
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(181)
    const heights: (string | undefined)[] = []
    new MutationObserver(() => heights.push(root.querySelector<HTMLElement>('[part~=skeleton]')?.style.height)).observe(
      root,
      { childList: true, subtree: true },
    )
    network.fails = true
    await local.rewards.verify(await proofOf({ email }))
    const again = await view.findByRole('button', { name: 'Try again' })
    expect(root.querySelector('[part~=skeleton]')).toBeNull()
    expect(heights).toContain('181px')
    network.fails = false
    await user.click(again)
    await view.findByText('Enter this code at checkout.')
  })

  test('can be confirmed by a person who is not verified, also if it could not be loaded again', async () => {
    const { network, local } = withNetwork()
    const { element, root, view, email } = await showOwn(local, REWARDS, { level: 'anonymous' })
    await view.findByRole('heading')
    const texts: (string | null)[] = []
    new MutationObserver(() => texts.push(root.textContent)).observe(root, { childList: true, subtree: true })
    network.fails = true
    const failed = next(element, 'error')
    await local.rewards.identify({ email })
    await failed
    await view.findByRole('button', { name: 'Use a different email' })
    network.fails = false
    await local.rewards.verify(await proofOf({ email }))
    await view.findByText('Enter this code at checkout.')
    expect(texts.join()).not.toContain('Try again')
  })

  test('in a stack can be tried again, too: a verified person is not asked to confirm', async () => {
    const { network, local } = withNetwork()
    const stack = { widget: 'stack', items: [REWARDS, { ...REWARDS, widget: 'stats', totals: { shares: 5 } }] }
    const { root, email } = await showOwn(local, stack, { level: 'identified' })
    const items = () => [...root.querySelectorAll('[part=frame]')].map(frame => inside(frame))
    // One card for both.
    expect(items()).toHaveLength(1)
    await items()[0]!.findByRole('heading', { name: 'Confirm it’s you' })
    network.fails = true
    await local.rewards.verify(await proofOf({ email }))
    for (const item of items()) await item.findByRole('button', { name: 'Try again' })
    network.fails = false
    await user.click(items()[0]!.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(items()[0]!.getByText('Enter this code at checkout.')).toBeTruthy())
    await items()[1]!.findByText('Shares')
  })

  test('is removed at a logout, even if the platform is unreachable', async () => {
    const { network, local } = withNetwork()
    const { root, view } = await showOwn(local, REWARDS, { level: 'verified' })
    await view.findByText('Enter this code at checkout.')
    network.fails = true
    const left = local.rewards.logout()
    await view.findByRole('button', { name: 'Try again' })
    expect(root.innerHTML).not.toMatch(/FERN-2041|\$20/)
    await left.catch(() => {})
  })

  test('offers another email address', async () => {
    const { element, root, view } = await show('identified')
    await user.click(view.getByRole('button', { name: 'Email me a link' }))
    await view.findByText(/^We emailed you a link/)
    await user.click(view.getByRole('button', { name: 'Use a different email' }))
    expect(root.activeElement).toBe(root.querySelector('.zone'))
    // That was about the address before.
    expect(view.queryByText(/^We emailed you a link/)).toBeNull()
    const unreachable = vi.spyOn(local.rewards, 'identify').mockRejectedValueOnce(new TypeError('No network'))
    element.querySelector('input')!.value = 'other@example.com'
    await user.click(view.getByRole('button', { name: 'Email me a link' }))
    await view.findByText('Something went wrong. Try again.')
    unreachable.mockRestore()
    await user.click(view.getByRole('button', { name: 'Email me a link' }))
    await view.findByText(/^We emailed you a link/)
    await view.findByRole('button', { name: 'Send again' })
    expect(element.querySelector('input')).toBeNull()
    expect(await mailsTo(local.platform, 'other@example.com')).toHaveLength(1)
  })

  test('asks for an email address if the program knows the person by another id', async () => {
    await local.rewards.identify({ partner_user_id: `cust-${Date.now()}` })
    const { element, root, view } = await show('anonymous')
    await user.click(view.getByRole('button', { name: 'Email me a link' }))
    await waitFor(() => expect(element.querySelector('input')).not.toBeNull())
    expect(view.queryByText(/went wrong/)).toBeNull()
    expect(root.activeElement).toBe(root.querySelector('.zone'))
  })

  test('reports that the email could not be sent, and offers another try', async () => {
    const { view, actions } = await show('identified')
    vi.spyOn(local.rewards, 'requestVerificationEmail').mockRejectedValueOnce(new Error('refused'))
    await user.click(view.getByRole('button', { name: 'Email me a link' }))
    expect((await view.findByText('Something went wrong. Try again.')).className).toBe('')
    expect(actions).toEqual([{ action: 'verify', outcome: 'failed' }])
    await user.click(view.getByRole('button', { name: 'Email me a link' }))
    await view.findByText(/^We emailed you a link/)
  })
})
