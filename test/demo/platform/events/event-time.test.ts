import { beforeAll, describe, expect, test } from 'vitest'
import { publishProgram } from '../publish-program.js'
import { advocate, backendOf } from '../setup/seed-programs/people.js'
import { usePlatform } from '../use-platform.js'

const visit = usePlatform()
const backend = backendOf(visit)

let people = 0
const newEmail = () => `person-${++people}@example.com`
const DAY_MS = 86_400_000
const ago = (days: number) => new Date(visit.now - days * DAY_MS).toISOString()
const submit = (event_name: string, email: string, data: object = {}) =>
  backend.send('/v6/events', { json: { event_name, data: { email, ...data } } })
const earned = async (email: string) => (await backend.rewards(email)).map(({ reward_name }) => reward_name)

const rule = { step: 'purchase', value: 5, type: 'USD' }

beforeAll(() =>
  publishProgram(visit, {
    referral: { step: 'purchase' },
    rewards: [
      { ...rule, name: 'review', to: 'advocate', step: 'reviewed', once_per: 'event' },
      { ...rule, name: 'three', to: 'advocate', friends: 3 },
      { ...rule, name: 'from-three', to: 'advocate', friends: 3, once_per: 'event' },
      { ...rule, name: 'welcome', to: 'friend', fulfillment: { mode: 'delayed', days: 10 } },
    ],
  }),
)

async function newAdvocate() {
  const email = newEmail()
  return { email, advocate_code: (await advocate(visit, email)).code }
}

test('a reward is created when it is earned, and has the time of its event beside', async () => {
  const { advocate_code } = await newAdvocate()
  const friend = newEmail()
  const event_time = ago(3)
  await submit('purchase', friend, { advocate_code, event_time })
  const [reward] = await visit.rows('select created_at, event_time from rewards where person_id = $1', [
    await backend.personId(friend),
  ])
  expect(reward).toEqual({ created_at: new Date(visit.now), event_time: new Date(event_time) })
})

describe('a step that happened before the friend was referred', () => {
  test('rewards no advocate, however late it arrives', async () => {
    const { email, advocate_code } = await newAdvocate()
    const friend = newEmail()
    await submit('purchase', friend, { advocate_code, event_time: ago(10) })
    await submit('reviewed', friend, { event_time: ago(11) })
    expect(await earned(email)).toEqual([])
    await submit('reviewed', friend, { event_time: ago(10) })
    await submit('reviewed', friend)
    expect(await earned(email)).toEqual(['review', 'review'])
  })

  test('rewards the advocate if an earlier purchase arrives first', async () => {
    const { email, advocate_code } = await newAdvocate()
    const friend = newEmail()
    await submit('purchase', friend, { advocate_code, event_time: ago(10) })
    await submit('purchase', friend, { advocate_code, event_time: ago(20) })
    await submit('reviewed', friend, { event_time: ago(15) })
    expect(await earned(email)).toEqual(['review'])
  })

  test('belongs to the advocate of that time', async () => {
    const [first, second] = [await newAdvocate(), await newAdvocate()]
    const friend = newEmail()
    await submit('purchase', friend, { advocate_code: second.advocate_code, event_time: ago(5) })
    await submit('purchase', friend, { advocate_code: first.advocate_code, event_time: ago(20) })
    await submit('reviewed', friend, { event_time: ago(10) })
    await submit('reviewed', friend, { event_time: ago(1) })
    expect([await earned(first.email), await earned(second.email)]).toEqual([['review'], ['review']])
  })
})

test('an event can be a day ahead of the clock of the platform, and no longer', async () => {
  const submitAt = (ms: number) =>
    submit('reviewed', newEmail(), { event_time: new Date(visit.now + ms).toISOString() })
  expect((await submitAt(DAY_MS)).status).toBe(200)
  const refused = await submitAt(DAY_MS + 1)
  expect([refused.status, await refused.json()]).toMatchObject([
    400,
    { code: 'invalid_parameter', parameters: { name: 'event_time' } },
  ])
})

describe('a number of friends', () => {
  test('is that of the time of the event', async () => {
    const { email, advocate_code } = await newAdvocate()
    const friends = [newEmail(), newEmail(), newEmail()]
    for (const [index, friend] of friends.entries())
      await submit('purchase', friend, { advocate_code, event_time: ago(10 - index) })
    expect(await earned(email)).toEqual(['three', 'from-three'])
    await submit('purchase', friends[0]!, { advocate_code, event_time: ago(9) })
    expect(await earned(email)).toEqual(['three', 'from-three'])
    await submit('purchase', friends[0]!, { advocate_code, event_time: ago(8) })
    expect(await earned(email)).toEqual(['three', 'from-three', 'from-three'])
  })

  test('is completed by a friend whose event arrives late', async () => {
    const { email, advocate_code } = await newAdvocate()
    for (const days of [10, 8, 9]) await submit('purchase', newEmail(), { advocate_code, event_time: ago(days) })
    expect(await earned(email)).toEqual(['three'])
  })
})

test('a reward is found in the period of its event, and its delay begins when it is earned', async () => {
  const { advocate_code } = await newAdvocate()
  const friend = newEmail()
  await submit('purchase', friend, { advocate_code, event_time: '2026-02-10T12:00:00Z' })
  const id = await backend.personId(friend)
  const inPeriod = async (interval: string) =>
    (await (await backend.send(`/v2/rewards?person_id=${id}&success_only=false&time_interval=${interval}`)).json())
      .length
  expect([await inPeriod('2026-02-01/2026-03-01'), await inPeriod('2026-03-01/2026-12-01')]).toEqual([1, 0])
  const steps = await (await backend.send(`/v5/persons/${id}/steps?step_name=reward_earned`)).json()
  expect(steps).toMatchObject([{ event_date: '2026-02-10T12:00:00.000Z' }])
  const state = async () => (await backend.rewards(friend))[0]!.state
  visit.now += 9 * DAY_MS
  await visit.send('/v5/token', { json: {} })
  expect(await state()).toBe('EARNED')
  visit.now += 2 * DAY_MS
  await visit.send('/v5/token', { json: {} })
  expect(await state()).toBe('FULFILLED')
})

test('a referral keeps its first event by time, and has the step of the newest one, in whatever order they arrive', async () => {
  const { email, advocate_code: code } = await newAdvocate()
  const token = await visit.verified(email)
  const { code: other } = await (await visit.send('/v6/me/shareables', { token, json: { key: 'other' } })).json()
  const friend = newEmail()
  const [first, newest, early] = [ago(10), ago(5), ago(20)]
  const refer = async (step: string, event_time: string, advocate_code: string) => {
    visit.now += 1000
    await publishProgram(visit, { referral: { step } })
    return (await (await submit(step, friend, { advocate_code, event_time })).json()).event_id
  }
  const stored = async () => {
    const [{ updated_at, ...row } = {}] = await visit.rows(
      'select code, event_id, reason, referred_at, last_at, updated_at from referrals where friend_id = $1',
      [await backend.personId(friend)],
    )
    expect(updated_at).toEqual(new Date(visit.now))
    return row
  }
  const event_id = await refer('ordered', first, code)
  expect(await stored()).toEqual({
    ...{ code, event_id, reason: 'ORDERED', referred_at: new Date(first), last_at: new Date(first) },
  })
  await refer('renewed', newest, other)
  const last = { reason: 'RENEWED', last_at: new Date(newest) }
  expect(await stored()).toEqual({ code, event_id, referred_at: new Date(first), ...last })
  const earlier = await refer('joined', early, code)
  expect(await stored()).toEqual({ code, event_id: earlier, referred_at: new Date(early), ...last })
})
