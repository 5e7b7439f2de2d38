import { userEvent } from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { demo } from '../../../demo/platform/index.js'
import { readQuery } from '../../../widgets/reward-status/reward-status-content.js'
import { SOON } from '../../soon.js'
import { useLocalPlatform } from '../local-platform.js'
import { showOwn } from '../own-zone.js'
import { settled } from '../page.js'
import { publish } from '../published.js'
import { useViewport } from '../viewport.js'

useViewport()
const local = useLocalPlatform()
const user = userEvent.setup()

const PENDING = 'We’re getting your reward ready. You don’t need to wait here.'

const show = (content: object, data = {}) => showOwn(local, { widget: 'reward-status', ...content }, { data })

/** Gives a reward to whoever has this address. */
async function give(email: string, reward_name: string, state: string, polling_id = '') {
  const { db } = local.platform
  await db.query(
    `insert into events (event_id, event_name, person_id, data, event_time, created_at)
     select $2, 'purchase', person_id, $3, now(), now() from persons where email = $1`,
    [email, reward_name, { polling_id }],
  )
  await db.query(
    `insert into rewards (reward_id, reward_name, person_id, event_id, campaign_id, journey_name, state, face_value,
       face_value_type, partner_reward_id, container, data, created_at)
     select $2, $2, person_id, $2, $3, 'Give 20, get 20', $4, 20, 'USD', 'FERN-2041', 'production', '{}', now() from persons where email = $1`,
    [email, reward_name, demo.campaignId, state],
  )
}

test.each(['reward_name', 'partner_event_id', 'polling_id'])('the reward may be named by its %s', name => {
  expect(readQuery({}, { [name]: 'seven' })).toEqual({ [name]: 'seven' })
})

test.each([null, 5, {}, ''])('a name of a wrong type counts as left out: %j', wrong => {
  const source = { polling_id: wrong, reward_name: wrong, partner_event_id: 'seven' }
  expect(readQuery(source)).toEqual({ partner_event_id: 'seven' })
  expect(readQuery({ polling_id: wrong }, { reward_name: 'seven' })).toEqual({ reward_name: 'seven' })
  expect(readQuery({ polling_id: wrong, reward_name: 'seven' })).toEqual({ reward_name: 'seven' })
})

const asked = () => vi.spyOn(local.platform, 'fetch')

describe('the status of a reward', () => {
  test('is pending until it succeeds, and the change is announced', async () => {
    const { root, view, email, errors } = await show({ reward_name: 'patient' }, { polling_id: 'another' })
    const status = view.getByRole('status')
    expect(status.textContent).toBe(PENDING)
    expect(status.matches('.visually-hidden')).toBe(false)
    expect(view.queryByText('$20')).toBeNull()
    const fetched = asked()
    await give(email, 'patient', 'EARNED')
    await vi.waitUntil(() => fetched.mock.calls.length > 0, SOON)
    expect(status.textContent).toBe(PENDING)
    expect(view.queryByText('$20')).toBeNull()
    await local.platform.db.query("update rewards set state = 'FULFILLED' where reward_id = 'patient'")
    await vi.waitUntil(() => status.textContent === 'The reward is yours.', SOON)
    expect(status.isConnected).toBe(true)
    expect(view.getByText('$20')).toBeTruthy()
    expect(view.getByLabelText('Your code')).toHaveProperty('value', 'FERN-2041')
    expect(root.querySelector('[part~=succeeded]')).not.toBeNull()
    await vi.dynamicImportSettled()
    expect(errors).toEqual([])
  })

  test('that failed says so, and shows no reward', async () => {
    const email = 'unlucky@example.com'
    await local.rewards.identify({ email })
    await give(email, 'lost', 'CANCELED')
    const { view, root } = await showOwn(
      local,
      { widget: 'reward-status', reward_name: 'lost', failed_text: 'Sorry.' },
      { email },
    )
    await view.findByText('Sorry.')
    expect(root.innerHTML).not.toMatch(/FERN-2041|\$20/)
  })

  test('is that of the reward in the page’s data, if the content names none', async () => {
    const email = 'buyer@example.com'
    await local.rewards.identify({ email })
    await give(email, 'polled', 'SENT', 'a-poll')
    const { view } = await showOwn(
      local,
      { widget: 'reward-status', succeeded_text: 'There!' },
      { email, data: { polling_id: 'a-poll' } },
    )
    await view.findByText('There!')
  })

  test('is not requested while the zone is away, and at once when it is back', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    try {
      const fetched = asked()
      const timesAsked = () => fetched.mock.calls.filter(([request]) => request.url.includes('/rewards/status')).length
      const { element, view } = await show({ reward_name: 'never' })
      await vi.waitUntil(timesAsked, SOON)
      element.remove()
      await vi.advanceTimersByTimeAsync(0)
      const before = timesAsked()
      // A watch that goes on would ask again after its pause.
      await vi.advanceTimersByTimeAsync(60_000)
      expect(timesAsked()).toBe(before)
      // It is not the status that could not be loaded.
      expect(view.getByRole('status').textContent).toBe(PENDING)
      document.body.append(element)
      await vi.waitUntil(() => timesAsked() > before, SOON)
      expect(view.getByRole('status').textContent).toBe(PENDING)
      fetched.mockRestore()
    } finally {
      vi.useRealTimers()
    }
  })

  test('that cannot be loaded says so, and is requested again on request', async () => {
    const { root, view, errors } = await show({ reward_name: 'not\u0001a name' })
    await view.findByText('We couldn’t check the status of your reward.')
    expect(errors).toEqual(['invalid_reward_id'])
    const fetched = asked()
    await user.click(view.getByRole('button', { name: 'Check again' }))
    // The button is gone while the status is requested.
    expect(root.activeElement).toBe(root.querySelector('.zone'))
    await view.findByText('We couldn’t check the status of your reward.')
    expect(fetched).toHaveBeenCalled()
    fetched.mockRestore()
  })

  test('that is not final in time says so, and is requested again on request', async () => {
    const watch = vi
      .spyOn(local.rewards.rewardStatus, 'watch')
      .mockImplementation(async function* () {
        await new Promise(() => {})
      })
      .mockImplementationOnce(async function* () {
        yield { status: 'PENDING' } as never
      })
    const texts = { pending_text: 'Just a moment.', late_text: 'Come back tomorrow.' }
    const { root, view } = await show({ reward_name: 'slow', ...texts })
    await view.findByText('Come back tomorrow.')
    await user.click(view.getByRole('button', { name: 'Check again' }))
    expect(root.activeElement).toBe(root.querySelector('.zone'))
    expect(watch).toHaveBeenCalledTimes(2)
    await view.findByText('Just a moment.')
    expect(view.queryByRole('button', { name: 'Check again' })).toBeNull()
  })

  test('is pending again when the zone loads again for another reward', async () => {
    const email = 'changing@example.com'
    await local.rewards.identify({ email })
    await give(email, 'one', 'FULFILLED')
    const { element, view } = await showOwn(local, { widget: 'reward-status', reward_name: 'one' }, { email })
    const status = await view.findByText('The reward is yours.')
    // The platform is slow to answer.
    const watch = vi.spyOn(local.rewards.rewardStatus, 'watch').mockImplementation(async function* () {
      await new Promise(() => {})
    })
    await publish(local.platform, element.name, { widget: 'reward-status', reward_name: 'other' })
    // The consumer is known for less, and at once proved again: the zone loads again, and keeps what it shows.
    const { consumer } = local.rewards
    const known = vi.spyOn(local.rewards, 'consumer', 'get').mockReturnValue({ ...consumer, level: 'identified' })
    local.rewards.dispatchEvent(new Event('consumer'))
    known.mockRestore()
    await vi.waitUntil(() => watch.mock.calls.length, SOON)
    await settled()
    expect([watch.mock.calls[0]![0], status.textContent]).toEqual([{ reward_name: 'other' }, PENDING])
    expect(status.isConnected).toBe(true)
    expect(view.queryByText('$20')).toBeNull()
  })

  test('of no reward is empty, and this is reported', async () => {
    const { root, errors } = await show({ reward_name: 17 })
    expect(root.querySelector('section')).toBeNull()
    expect(errors).toEqual(['unsupported_content'])
  })
})
