import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { publishProgram } from '../publish-program.js'
import { advocate, backendOf, purchase } from '../setup/seed-programs/people.js'
import { usePlatform } from '../use-platform.js'

const visit = usePlatform()
const backend = backendOf(visit)
const TEST = { container: 'test' }
const DAY_MS = 86_400_000

let people = 0
const newEmail = () => `person-${++people}@example.com`
const list = async (path: string) => (await backend.send(path)).json()

/** The rewards of a person, oldest first, as `name STATE container`. */
async function rewardsOf(email: string): Promise<string[]> {
  const rewards: { reward_name: string; state: string; container: string }[] = await list(
    `/v5/persons/${await backend.personId(email)}/rewards`,
  )
  return rewards.reverse().map(({ reward_name, state, container }) => `${reward_name} ${state} ${container}`)
}

const rule = { step: 'conversion', value: 5, type: 'USD', fulfillment: { mode: 'immediate' } }

beforeAll(() =>
  publishProgram(visit, {
    events: { purchase: 'conversion' },
    audiences: { customers: { step: 'conversion' }, vip: {}, staff: { step: 'hired' } },
    referral: { step: 'conversion', friend: { not_audience: 'customers' }, advocate: { not_audience: 'staff' } },
    rewards: [
      { ...rule, name: 'thanks', to: 'advocate' },
      { ...rule, name: 'two', to: 'advocate', friends: 2 },
      { ...rule, name: 'later', to: 'friend', fulfillment: { mode: 'delayed', days: 1 } },
      { ...rule, name: 'vip', to: 'consumer', step: 'visited', when: { audience: 'vip' } },
      { ...rule, name: 'review', to: 'advocate', step: 'reviewed', once_per: 'event' },
    ],
  }),
)

describe('an event of a test container', () => {
  let owner: string
  let path: string
  beforeEach(async () => {
    owner = newEmail()
    path = (await advocate(visit, owner)).path
  })

  test('makes no customer of production, and uses up no reward of production', async () => {
    const friend = newEmail()
    await purchase(visit, friend, TEST, path)
    await purchase(visit, friend, {}, path)
    expect(await rewardsOf(owner)).toEqual(['thanks EARNED test', 'thanks FULFILLED production'])
    expect(await rewardsOf(friend)).toEqual(['later EARNED test', 'later EARNED production'])
    const steps = await list(`/v5/persons/${await backend.personId(owner)}/steps?step_name=reward_earned`)
    expect(steps.map(({ container, data }: { container: string; data: object }) => [container, data])).toEqual([
      ['production', { cart_value: 5 }],
      ['test', { cart_value: 5, container: 'test' }],
    ])
  })

  test('refers nobody in production who is a customer there', async () => {
    const friend = newEmail()
    await purchase(visit, friend)
    await purchase(visit, friend, TEST, path)
    await purchase(visit, friend, {}, path)
    expect(await rewardsOf(owner)).toEqual(['thanks EARNED test'])
  })

  test('decides within its container: an advocate who has joined an audience there can refer elsewhere', async () => {
    const json = { event_name: 'hired', data: TEST }
    await visit.send('/v6/events', { token: await visit.verified(owner), json })
    await purchase(visit, newEmail(), TEST, path)
    await purchase(visit, newEmail(), {}, path)
    expect(await rewardsOf(owner)).toEqual(['thanks FULFILLED production'])
  })

  test('decides within its container: a customer there cannot be referred there', async () => {
    const [friend, another] = [newEmail(), newEmail()]
    await purchase(visit, friend, TEST)
    await purchase(visit, friend, TEST, path)
    await purchase(visit, another, { container: 'other' }, path)
    await purchase(visit, another, { container: 'other' }, path)
    expect(await rewardsOf(owner)).toEqual(['thanks EARNED other'])
  })

  test('decides within its container, also about a person who has been merged with a customer of another one', async () => {
    const [source, target] = [newEmail(), newEmail()]
    await purchase(visit, source, TEST)
    await purchase(visit, target)
    const json = { target_person_id: await backend.personId(target) }
    await backend.send(`/v5/persons/${await backend.personId(source)}/forward`, { json })
    for (const container of ['test', 'production', 'other']) await purchase(visit, target, { container }, path)
    expect(await rewardsOf(owner)).toEqual(['thanks EARNED other'])
  })

  test('refers the friend for later steps in its container only', async () => {
    const email = newEmail()
    await purchase(visit, email, TEST, path)
    for (const container of ['production', 'test'])
      await backend.send('/v6/events', { json: { event_name: 'reviewed', data: { email, container } } })
    expect(await rewardsOf(owner)).toEqual(['thanks EARNED test', 'review EARNED test'])
  })

  test('earns rewards that are never fulfilled by themselves, however many containers a consumer names', async () => {
    const friend = newEmail()
    for (const container of ['a', 'b', 'c']) await purchase(visit, friend, { container }, path)
    visit.now += 2 * DAY_MS
    await visit.send('/v5/token', { json: {} })
    expect(await rewardsOf(friend)).toEqual(['later EARNED a', 'later EARNED b', 'later EARNED c'])
    const [{ reward_id }] = await list(`/v5/persons/${await backend.personId(friend)}/rewards`)
    const fulfilled = await backend.send(`/v2/custom-rewards/${reward_id}/fulfilled`, { method: 'POST' })
    expect(await fulfilled.json()).toMatchObject({ state: 'FULFILLED', container: 'c' })
  })

  test('counts in no figure of production', async () => {
    const token = await visit.verified(owner)
    await visit.send('/v6/events', { token, json: { event_name: 'share', data: TEST } })
    await purchase(visit, newEmail(), TEST, path)
    const friend = newEmail()
    await purchase(visit, friend, {}, path)
    expect(await rewardsOf(owner)).toEqual(['thanks EARNED test', 'thanks FULFILLED production'])
    // The newest referral of a friend is in the test, and hides none in production.
    visit.now += 1000
    await purchase(visit, friend, TEST, path)
    const id = await backend.personId(owner)
    const figures = { shares: 1, conversions: 1, earned: [{ value: 5, type: 'USD' }] }
    expect(await list(`/v4/persons/${id}/stats`)).toMatchObject(figures)
    expect(await list(`/v4/persons/${id}/network-stats`)).toMatchObject({ friends: 1 })
    expect(await list(`/v5/persons/${id}/relationships`)).toHaveLength(1)
    expect(await (await visit.send('/v4/me/referrals-from-me', { token })).json()).toHaveLength(1)
  })

  test('hides no number of friends that a merge reaches in production', async () => {
    const other = newEmail()
    const { path: otherPath } = await advocate(visit, other)
    await purchase(visit, newEmail(), {}, path)
    await purchase(visit, newEmail(), {}, otherPath)
    visit.now += 1000
    await purchase(visit, newEmail(), TEST, otherPath)
    const json = { target_person_id: await backend.personId(owner) }
    await backend.send(`/v5/persons/${await backend.personId(other)}/forward`, { json })
    expect((await rewardsOf(owner)).filter(name => name.startsWith('two'))).toEqual(['two FULFILLED production'])
  })

  test('belongs to the audiences that the brand has given', async () => {
    const email = newEmail()
    const token = await visit.identified(email)
    const id = await backend.personId(email)
    await backend.send(`/v5/persons/${id}/audience-memberships`, { json: { audience_id: 'vip' } })
    await visit.send('/events', { token, json: { event_name: 'visited', data: TEST } })
    expect(await rewardsOf(email)).toEqual(['vip EARNED test'])
  })
})

test.each(['', 7, null])('the container %j is production', async container => {
  const [owner, friend] = [newEmail(), newEmail()]
  const { path, token } = await advocate(visit, owner)
  await visit.send('/v6/events', { token, json: { event_name: 'share', data: { container } } })
  await purchase(visit, friend, { container }, path)
  expect(await rewardsOf(owner)).toEqual(['thanks FULFILLED production'])
  expect(await list(`/v4/persons/${await backend.personId(owner)}/stats`)).toMatchObject({ shares: 2, conversions: 1 })
})

test('an audience is listed once, with the time of the first membership, and left in all containers', async () => {
  const email = newEmail()
  await purchase(visit, email, TEST)
  const path = `/v5/persons/${await backend.personId(email)}/audience-memberships`
  expect(await list(path)).toEqual([])
  await purchase(visit, email, {})
  const created_date = new Date(visit.now).toISOString()
  visit.now += 1000
  await backend.send(path, { json: { audience_id: 'customers' } })
  const updated_date = new Date(visit.now).toISOString()
  expect(await list(path)).toEqual([{ audience_id: 'customers', created_date, updated_date }])
  expect(await (await backend.send(`${path}/customers`, { method: 'DELETE' })).json()).toMatchObject({
    audience_id: 'customers',
  })
  const owner = newEmail()
  await purchase(visit, email, TEST, (await advocate(visit, owner)).path)
  expect(await rewardsOf(owner)).toEqual(['thanks EARNED test'])
})
