import { beforeAll, describe, expect, test } from 'vitest'
import { publishProgram } from '../publish-program.js'
import { advocate, backendOf } from '../store/seed-programs/people.js'
import { usePlatform } from '../use-platform.js'

/** A page and the backend of a shop both send an order, with the same `partner_event_id`. */
const visit = usePlatform()
const backend = backendOf(visit)

let people = 0
const newEmail = () => `person-${++people}@example.com`
const list = async (path: string) => (await backend.send(path)).json()

const rule = { step: 'purchase', value: 5, type: 'USD' }
beforeAll(() =>
  publishProgram(visit, {
    quality: [
      { step: 'purchase', when: { data: { cart_value: { min: 10 } } }, quality: 'HIGH' },
      { step: 'purchase', quality: 'LOW' },
    ],
    audiences: { customers: { step: 'purchase' } },
    referral: { step: 'purchase', friend: { not_audience: 'customers' } },
    rewards: [
      { ...rule, name: 'commission', to: 'advocate', once_per: 'event' },
      { ...rule, name: 'large', to: 'consumer', when: { data: { cart_value: { min: 100 } } } },
      { ...rule, name: 'proven', to: 'consumer', when: { level: 'verified' } },
    ],
  }),
)

async function newOrder() {
  const owner = newEmail()
  const { code } = await advocate(visit, owner)
  const email = newEmail()
  const token = await visit.identified(email)
  const order = { partner_event_id: `order of ${email}`, cart_value: 50, advocate_code: code }
  const json = (data: object) => ({ event_name: 'purchase', data: { ...order, ...data } })
  return {
    ...{ owner, email, token, order },
    page: async (data: object = {}): Promise<string> =>
      (await (await visit.send('/v6/events', { token, json: json(data) })).json()).event_id,
    shop: async (data: object = {}): Promise<string> =>
      (await (await backend.send('/v6/events', { json: json({ email, ...data }) })).json()).event_id,
    states: async (person: string) =>
      (await backend.rewards(person)).map(({ reward_name, state }) => `${reward_name} ${state}`).sort(),
    stored: () =>
      visit.rows(
        `select verified, data->>'cart_value' as cart_value from events join persons using (person_id)
         where email = $1 and event_name = 'purchase'`,
        [email],
      ),
  }
}

describe('an order that page and backend send', () => {
  test('is one event with one commission and one step, and has the data of the backend', async () => {
    const { owner, email, page, shop, states, stored } = await newOrder()
    const id = await page({ cart_value: 50 })
    expect(await shop({ cart_value: 48 })).toBe(id)
    expect(await stored()).toEqual([{ verified: true, cart_value: '48' }])
    expect(await states(owner)).toEqual(['commission EARNED'])
    expect(await backend.stepNames(email)).toEqual(['purchase', 'reward_earned'])
    const steps = await list(`/v5/persons/${await backend.personId(email)}/steps?step_name=purchase`)
    expect(steps).toMatchObject([{ value: '48', event_id: id }])
  })

  test('is one event if the backend was first', async () => {
    const { owner, page, shop, states, stored } = await newOrder()
    const id = await shop({ cart_value: 48 })
    expect(await page({ cart_value: 5000 })).toBe(id)
    expect(await stored()).toEqual([{ verified: true, cart_value: '48' }])
    expect(await states(owner)).toEqual(['commission EARNED'])
  })

  test('is one event if both arrive at the same time, also twice', async () => {
    const { owner, page, shop, states, stored } = await newOrder()
    const ids = await Promise.all([page(), shop(), page(), shop()])
    expect(new Set(ids).size).toBe(1)
    expect(await stored()).toHaveLength(1)
    expect(await states(owner)).toEqual(['commission EARNED'])
  })

  test('earns what only the proven event earns', async () => {
    const { email, page, shop, states } = await newOrder()
    await page()
    await shop({ cart_value: 120 })
    expect(await states(email)).toEqual(['large EARNED', 'proven EARNED'])
  })

  test('loses what only the claim of the page has earned', async () => {
    const { email, page, shop, states } = await newOrder()
    await page({ cart_value: 5000 })
    expect(await states(email)).toEqual(['large EARNED'])
    await shop({ cart_value: 50 })
    expect(await states(email)).toEqual(['large CANCELED', 'proven EARNED'])
  })

  test('refers nobody if the backend’s order is too small', async () => {
    const { owner, page, shop, states } = await newOrder()
    await page()
    await shop({ cart_value: 1 })
    expect(await states(owner)).toEqual(['commission CANCELED'])
    expect(await list(`/v4/persons/${await backend.personId(owner)}/stats`)).toMatchObject({
      conversions: 0,
      earned: [],
    })
  })

  test('keeps its advocate if only the page knows the code', async () => {
    const { owner, page, shop, states } = await newOrder()
    await page()
    await shop({ advocate_code: undefined })
    expect(await states(owner)).toEqual(['commission EARNED'])
    expect(await list(`/v4/persons/${await backend.personId(owner)}/stats`)).toMatchObject({ conversions: 1 })
  })

  test('of another person, or with another name, is another event', async () => {
    const { order, page } = await newOrder()
    const id = await page()
    const others = [
      { event_name: 'purchase', data: { ...order, email: newEmail() } },
      { event_name: 'return', data: { ...order, email: newEmail() } },
    ]
    for (const json of others) {
      const { event_id } = await (await backend.send('/v6/events', { json })).json()
      expect(event_id).not.toBe(id)
    }
  })

  test('is recorded beside a claim that somebody guessed, and only once', async () => {
    const { email, order, page, shop, stored } = await newOrder()
    const guess = { event_name: 'purchase', data: { ...order, cart_value: 9999 } }
    await visit.send('/v6/events', { token: await visit.identified(email), json: guess })
    await page()
    const id = await shop()
    expect(await shop()).toBe(id)
    expect((await stored()).filter(({ verified }) => verified)).toEqual([{ verified: true, cart_value: '50' }])
  })
})
