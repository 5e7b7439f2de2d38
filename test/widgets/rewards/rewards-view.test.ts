import { userEvent } from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { SOON } from '../../soon.js'
import { useLocalPlatform } from '../local-platform.js'
import { showOwn } from '../own-zone.js'
import { publish } from '../published.js'
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
  test('without a value and a program have a name all the same', async () => {
    const { root } = await show([reward({ face_value: null, journey_name: null })])
    expect(root.querySelector('[part=value]')!.textContent).toBe('Reward')
    const named = [reward({ journey_name: 'Give 20' }), reward({ face_value: null, journey_name: 'Give 20' })]
    const { view } = await show(named)
    expect(view.getAllByText('Give 20').map(({ tagName }) => tagName)).toEqual(['BDI', 'STRONG'])
  })

  const states = [
    ['PENDING', 'Under review', 'We’re reviewing this reward. You don’t need to do anything.'],
    ['EARNED', 'Earned', 'You’ve earned this reward. We’ll get it ready after a final check.'],
    ['FULFILLED', 'Ready', 'Your reward is ready and will be sent to you.'],
    ['SENT', 'Sent', 'We sent you this reward. Check your inbox.'],
    ['REDEEMED', 'Used', 'You’ve used this reward. Enjoy!'],
    ['EXPIRED', 'Expired', 'This reward expired before it was used.'],
    [
      'FAILED',
      'Delayed',
      'Something went wrong on our side, so your reward is delayed. If it doesn’t arrive, contact us.',
    ],
    [
      'CANCELED',
      'Canceled',
      'This reward was canceled, for example because an order was returned. If you think this is a mistake, contact us.',
    ],
    [
      'REVOKED',
      'Revoked',
      'This reward was revoked, for example because an order was returned. If you think this is a mistake, contact us.',
    ],
    ['FROZEN', 'In progress', 'More details will appear here soon.'],
  ]

  test('explain their state and what comes next', async () => {
    const { view, errors } = await show(states.map(([state]) => reward({ state })))
    const shown = view.getAllByRole('listitem').map(item => item.textContent)
    for (const [, name, text] of states) expect(shown).toContain(`$20${name}${text}Earned March 1, 2026`)
    expect(view.getByRole('heading').textContent).toBe('Your rewards')
    await vi.dynamicImportSettled()
    expect(errors).toEqual([])
  })

  test('that are usable show their code, and until when', async () => {
    const { view, actions } = await show([
      reward({ state: 'FULFILLED', partner_reward_id: 'FERN-2041', expires_at: '2099-03-01T12:00:00Z' }),
    ])
    expect(view.getByText('Enter this code at checkout.')).toBeTruthy()
    expect(view.getByText(/Valid until/).textContent).toBe('Valid until March 1, 2099')
    await user.click(view.getByRole('button', { name: 'Copy' }))
    await view.findByRole('button', { name: 'Copied' })
    expect(await navigator.clipboard.readText()).toBe('FERN-2041')
    expect(actions).toEqual([{ action: 'copy', outcome: 'handed_off' }])
  })

  test('that are used elsewhere link there', async () => {
    const { view, actions } = await show([
      reward({ state: 'SENT', partner_reward_id: 'https://brand.com/gift', partner_reward_key_type: 'LINK' }),
    ])
    expect(view.getByText('Open your reward to use it.')).toBeTruthy()
    const link = view.getByRole<HTMLAnchorElement>('link', { name: 'Open' })
    expect(link).toMatchObject({ href: 'https://brand.com/gift', target: '_blank', rel: 'noreferrer' })
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
    'FROZEN',
  ])('that are %s show no code, and no end', async state => {
    const { view, root } = await show([
      reward({ state, partner_reward_id: 'FERN-2041', expires_at: '2099-03-01T12:00:00Z' }),
    ])
    expect(view.queryByRole('button')).toBeNull()
    expect(view.queryByText(/Valid until/)).toBeNull()
    expect(view.queryByText('Enter this code at checkout.')).toBeNull()
    expect(root.innerHTML).not.toContain('FERN-2041')
  })

  test('are shown twenty at a time, with the focus on the first new one', async () => {
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

  test('above ten can be filtered by a state that they have, in the order of the list', async () => {
    const many = [
      ...Array.from({ length: 21 }, () => reward({ state: 'REDEEMED' })),
      reward({ state: 'FULFILLED' }),
      reward({ state: 'FROZEN' }),
    ]
    const { view } = await show(many)
    const filter = view.getByLabelText<HTMLSelectElement>('Status')
    const count = () => view.getAllByRole('listitem').length
    expect([...filter.options].map(({ textContent }) => textContent)).toEqual([
      'All (23)',
      'Ready (1)',
      'In progress (1)',
      'Used (21)',
    ])
    expect(count()).toBe(20)
    await user.selectOptions(filter, 'Ready (1)')
    expect(view.getAllByRole('listitem').map(item => item.querySelector('[part=state]')!.textContent)).toEqual([
      'Ready',
    ])
    await user.selectOptions(filter, 'Used (21)')
    await user.click(view.getByRole('button', { name: 'Show more' }))
    expect(count()).toBe(21)
    await user.selectOptions(filter, 'All (23)')
    expect(count()).toBe(20)
    // The counts are written as in the language.
    const arabic = await showOwn(local, { widget: 'rewards', rewards: many }, { data: { locale: 'ar-EG' } })
    const texts = [...arabic.root.querySelectorAll('option')].map(({ textContent }) => textContent)
    expect(texts.map(text => /\((.*)\)/.exec(text!)![1])).toEqual(['٢٣', '١', '١', '٢١'])
  })

  test.each([
    ['ten', Array.from({ length: 10 }, (_, index) => (index ? 'EARNED' : 'SENT'))],
    ['a single state', Array.from({ length: 11 }, () => 'EARNED')],
  ])('of %s have no filter', async (_, states) => {
    const { view } = await show(states.map(state => reward({ state })))
    expect(view.getAllByRole('listitem')).toHaveLength(states.length)
    expect(view.queryByLabelText('Status')).toBeNull()
  })

  test('are all shown when none is left in the chosen state', async () => {
    const many = Array.from({ length: 11 }, (_, index) => reward({ state: index ? 'EARNED' : 'FULFILLED' }))
    const { element, view } = await show(many)
    const filter = view.getByLabelText<HTMLSelectElement>('Status')
    await user.selectOptions(filter, 'Ready (1)')
    expect(view.getAllByRole('listitem')).toHaveLength(1)
    const later = many.map(each => ({ ...each, state: 'REDEEMED' })).concat(reward({ state: 'EARNED' }))
    await publish(local.platform, element.name, { widget: 'rewards', rewards: later })
    // The consumer is known for less, and at once proved again: the zone loads again, and keeps what the person has chosen.
    const { consumer } = local.rewards
    const known = vi.spyOn(local.rewards, 'consumer', 'get').mockReturnValue({ ...consumer, level: 'identified' })
    local.rewards.dispatchEvent(new Event('consumer'))
    known.mockRestore()
    await vi.waitUntil(() => filter.textContent!.includes('All (12)'), SOON)
    expect(view.getByLabelText('Status')).toBe(filter)
    expect(view.getAllByRole('listitem')).toHaveLength(12)
    expect(filter.selectedOptions[0]?.textContent).toBe('All (12)')
  })

  test('explain how to earn one if there are none, in the marketer’s words or by default', async () => {
    for (const none of [[], null, undefined]) {
      const byDefault = await show(none)
      expect(byDefault.view.getByText(/^No rewards yet/)).toBeTruthy()
      await vi.dynamicImportSettled()
      expect(byDefault.errors).toEqual([])
    }
    const { view } = await show([], { empty_text: 'Come back soon.', headline: 'Your gifts' })
    expect(view.getByText('Come back soon.')).toBeTruthy()
    expect(view.getByRole('heading').textContent).toBe('Your gifts')
  })

  test('that are invalid are left out, and this is reported', async () => {
    const { view, errors } = await show('<img src=x onerror=alert(1)>')
    expect(view.getByText(/^No rewards yet/)).toBeTruthy()
    expect(errors).toEqual(['unsupported_content'])
  })
})
