import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { useLocalPlatform } from '../local-platform.js'
import { showOwn } from '../own-zone.js'
import { useViewport } from '../viewport.js'

useViewport()
const local = useLocalPlatform()
const user = userEvent.setup()

const reward = (more: object) => ({
  state: 'EARNED',
  face_value: 20,
  face_value_type: 'USD',
  partner_reward_id: null,
  partner_reward_key_type: 'COUPON',
  created_at: '2026-03-01T12:00:00Z',
  ...more,
})

const show = (rewards: unknown, more: object = {}) => showOwn(local, { widget: 'rewards', rewards, ...more })

describe('the rewards', () => {
  const states = [
    ['PENDING', 'Being checked', 'We are checking what it is for. You have nothing to do.'],
    ['EARNED', 'Earned', 'It is yours. It waits for a last check, then we make it ready for you.'],
    ['FULFILLED', 'Ready', 'It is made, and will be sent to you.'],
    ['SENT', 'Sent', 'We have sent it to you. Look in your inbox.'],
    ['REDEEMED', 'Used', 'You have used it. Enjoy!'],
    ['EXPIRED', 'Expired', 'It was not used in time.'],
    [
      'FAILED',
      'Delayed',
      'Something went wrong on our side, and it could not be made ready. If it stays so, write to us.',
    ],
    ['CANCELED', 'Canceled', 'It was canceled, as happens when an order is sent back. If that is wrong, write to us.'],
    [
      'REVOKED',
      'Taken back',
      'It was taken back, as happens when an order is sent back. If that is wrong, write to us.',
    ],
    ['FROZEN', 'On its way', 'More about it will stand here soon.'],
  ]

  test('say each what their state means and what comes next', async () => {
    const { view, errors } = await show(states.map(([state]) => reward({ state })))
    const shown = view.getAllByRole('listitem').map(item => item.textContent)
    for (const [, name, text] of states) expect(shown).toContain(`$20${name}${text}Earned on March 1, 2026`)
    expect(view.getByRole('heading').textContent).toBe('Your rewards')
    expect(errors).toEqual([])
  })

  test('that can be used hand their code over, and say until when', async () => {
    const { view, actions } = await show([
      reward({ state: 'FULFILLED', partner_reward_id: 'FERN-2041', expires_at: '2099-03-01T12:00:00Z' }),
    ])
    expect(view.getByText('Enter the code when you pay.')).toBeTruthy()
    expect(view.getByText(/Good until/).textContent).toBe('Good until March 1, 2099')
    await user.click(view.getByRole('button', { name: 'Copy' }))
    await view.findByRole('button', { name: 'Copied' })
    expect(await navigator.clipboard.readText()).toBe('FERN-2041')
    expect(actions).toEqual([{ action: 'copy', outcome: 'handed_off' }])
  })

  test('that are used elsewhere lead there', async () => {
    const { view, actions } = await show([
      reward({ state: 'SENT', partner_reward_id: 'https://brand.com/gift', partner_reward_key_type: 'LINK' }),
    ])
    const link = view.getByRole<HTMLAnchorElement>('link', { name: 'Open' })
    expect(link.href).toBe('https://brand.com/gift')
    link.addEventListener('click', event => event.preventDefault())
    link.click()
    expect(actions).toEqual([{ action: 'open' }])
  })

  test.each([
    'PENDING',
    'EARNED',
    'REDEEMED',
    'EXPIRED',
    'FAILED',
    'CANCELED',
    'REVOKED',
  ])('that are %s hand no code over', async state => {
    const { view, root } = await show([reward({ state, partner_reward_id: 'FERN-2041' })])
    expect(view.queryByRole('button')).toBeNull()
    expect(root.innerHTML).not.toContain('FERN-2041')
  })

  test('come twenty at a time, with the focus on the first of the next ones', async () => {
    const { view, root } = await show(Array.from({ length: 45 }, (_, face_value) => reward({ face_value })))
    const values = () => view.getAllByRole('listitem').map(item => item.querySelector('strong')!.textContent)
    expect(values()).toHaveLength(20)
    await user.click(view.getByRole('button', { name: 'Show more' }))
    expect(values()).toHaveLength(40)
    expect(root.activeElement!.textContent).toMatch(/^\$20Earned/)
    await user.click(view.getByRole('button', { name: 'Show more' }))
    expect(values()).toEqual(Array.from({ length: 45 }, (_, value) => `$${value}`))
    expect(root.activeElement!.textContent).toMatch(/^\$40Earned/)
    expect(view.queryByRole('button')).toBeNull()
  })

  test('that are none say how to earn one, in the marketer’s words or in ours', async () => {
    const ours = await show([])
    expect(ours.view.getByText(/^No rewards yet/)).toBeTruthy()
    const { view } = await show([], { empty_text: 'Come back soon.', headline: 'Your gifts' })
    expect(view.getByText('Come back soon.')).toBeTruthy()
    expect(view.getByRole('heading').textContent).toBe('Your gifts')
  })

  test('that are garbled show none, and are told', async () => {
    const { view, errors } = await show('<img src=x onerror=alert(1)>')
    expect(view.getByText(/^No rewards yet/)).toBeTruthy()
    expect(errors).toEqual(['unsupported_content'])
  })
})
