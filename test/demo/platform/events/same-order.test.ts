import { beforeAll, describe, expect, test } from 'vitest'
import { publishProgram } from '../publish-program.js'
import { advocate, backendOf } from '../setup/seed-programs/people.js'
import { usePlatform } from '../use-platform.js'

/** A page and the backend of a shop both send an order, with the same `partner_event_id`. */
const visit = usePlatform()
const backend = backendOf(visit)

let people = 0
const newEmail = () => `person-${++people}@example.com`
const list = async (path: string) => (await backend.send(path)).json()

const rule = { step: 'purchase', value: 5, type: 'USD' }
const publish = (friend: object) =>
  publishProgram(visit, {
    quality: [
      { step: 'purchase', when: { data: { cart_value: { min: 10 } } }, quality: 'HIGH' },
      { step: 'purchase', quality: 'LOW' },
    ],
    audiences: { customers: { step: 'purchase' } },
    referral: { step: 'purchase', friend },
    rewards: [
      { ...rule, name: 'commission', to: 'advocate', once_per: 'event' },
      { ...rule, name: 'large', to: 'consumer', when: { data: { cart_value: { min: 100 } } } },
      { ...rule, name: 'proven', to: 'consumer', when: { level: 'verified' } },
    ],
  })
beforeAll(() => publish({ not_audience: 'customers' }))

async function newOrder() {
  const owner = newEmail()
  const { code } = await advocate(visit, owner)
  const email = newEmail()
  const token = await visit.identified(email)
  const otherToken = await visit.identified(email)
  const order = { partner_event_id: `order of ${email}`, cart_value: 50, advocate_code: code }
  const json = (data: object) => ({ event_name: 'purchase', data: { ...order, ...data } })
  return {
    ...{ owner, email, token, order },
    page: async (data: object = {}): Promise<string> =>
      (await (await visit.send('/v6/events', { token, json: json(data) })).json()).event_id,
    otherDevice: async (): Promise<string> =>
      (await (await visit.send('/v6/events', { token: otherToken, json: json({}) })).json()).event_id,
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

  test('earns at the time that the backend says', async () => {
    const { owner, order, page, shop } = await newOrder()
    await page()
    await shop({ event_time: '2026-04-20T12:00:00Z' })
    const time = 'select event_time from events where partner_event_id = $1'
    expect(await visit.rows(time, [order.partner_event_id])).toEqual([{ event_time: new Date('2026-04-20T12:00:00Z') }])
    const filters = `person_id=${await backend.personId(owner)}&success_only=false&time_interval=2026-04-20/2026-04-21`
    expect(await list(`/v2/rewards?${filters}`)).toMatchObject([{ reward_name: 'commission' }])
    const steps = await list(`/v5/persons/${await backend.personId(owner)}/steps?step_name=reward_earned`)
    expect(steps).toMatchObject([{ event_date: '2026-04-20T12:00:00.000Z' }])
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
    // What was withdrawn can be earned again.
    await shop({ partner_event_id: 'another order', cart_value: 120 })
    expect(await states(email)).toEqual(['large CANCELED', 'large EARNED', 'proven EARNED'])
  })

  test('loses also what could not be fulfilled, so that nobody tries that again', async () => {
    const { email, page, shop, states } = await newOrder()
    await page({ cart_value: 5000 })
    const [large] = await backend.rewards(email)
    await backend.send(`/v2/custom-rewards/${large!.reward_id}/failed`, { method: 'POST' })
    expect(await states(email)).toEqual(['large FAILED'])
    await shop({ cart_value: 50 })
    expect(await states(email)).toEqual(['large CANCELED', 'proven EARNED'])
  })

  test('loses nothing that its person has received already', async () => {
    const { email, page, shop, states } = await newOrder()
    await page({ cart_value: 5000 })
    const [large] = await backend.rewards(email)
    await backend.send(`/v2/custom-rewards/${large!.reward_id}/fulfilled_and_sent`, { method: 'POST' })
    await shop({ cart_value: 50 })
    expect(await states(email)).toEqual(['large SENT', 'proven EARNED'])
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

  test('refers the friend in the container that the backend says', async () => {
    const { owner, page, shop, states } = await newOrder()
    await page({ container: 'test' })
    await shop()
    expect(await states(owner)).toEqual(['commission CANCELED', 'commission EARNED'])
    const containers = 'select container from referrals where advocate_id = $1'
    expect(await visit.rows(containers, [await backend.personId(owner)])).toEqual([{ container: 'production' }])
  })

  test('is one share if it is a share, as the backend describes it', async () => {
    const { email, token } = await newOrder()
    const share = (channel: string) => ({ email, partner_event_id: `share of ${email}`, channel })
    await visit.send('/v6/events', { token, json: { event_name: 'share', data: share('page') } })
    await backend.send('/v6/events', { json: { event_name: 'share', data: share('shop') } })
    const shares = await list(`/v5/persons/${await backend.personId(email)}/shares`)
    expect(shares).toMatchObject([{ channel: 'shop' }])
  })

  test('of another person, or with another name, is another event', async () => {
    const { email, order, token, page, shop } = await newOrder()
    const id = await page()
    await visit.send('/v6/events', { token, json: { event_name: 'return', data: order } })
    const others = [
      { event_name: 'purchase', data: { ...order, email: newEmail() } },
      { event_name: 'return', data: { ...order, email: newEmail() } },
    ]
    for (const json of others) {
      const { event_id } = await (await backend.send('/v6/events', { json })).json()
      expect(event_id).not.toBe(id)
    }
    await shop()
    const names = await backend.stepNames(email)
    expect(names.filter(name => name !== 'reward_earned').sort()).toEqual(['purchase', 'return'])
  })

  test('of two persons who turn out to be one is the first event', async () => {
    const { email, order, shop } = await newOrder()
    const first = await shop()
    visit.now += 1_000
    const other = newEmail()
    await backend.send('/v6/events', { json: { event_name: 'purchase', data: { ...order, email: other } } })
    const [from, target_person_id] = [await backend.personId(other), await backend.personId(email)]
    await backend.send(`/v5/persons/${from}/forward`, { json: { target_person_id } })
    const steps = await list(`/v5/persons/${target_person_id}/steps?step_name=purchase`)
    expect(steps.map(({ event_id }: { event_id: string }) => event_id)).toEqual([first])
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

describe('an order that pages on two devices and the backend send', () => {
  const orders = [
    ['page', 'otherDevice', 'shop'],
    ['otherDevice', 'page', 'shop'],
    ['page', 'shop', 'otherDevice'],
    ['otherDevice', 'shop', 'page'],
    ['shop', 'page', 'otherDevice'],
    ['shop', 'otherDevice', 'page'],
  ] as const

  /** One event with the data of the backend, one step, one commission and one referral. */
  async function expectOne({ owner, email, stored, states }: Awaited<ReturnType<typeof newOrder>>) {
    expect(await stored()).toEqual([{ verified: true, cart_value: '48' }])
    expect((await states(owner)).filter(state => !state.endsWith('CANCELED'))).toEqual(['commission EARNED'])
    const steps = await list(`/v5/persons/${await backend.personId(email)}/steps?step_name=purchase`)
    expect(steps).toMatchObject([{ value: '48' }])
    expect(await list(`/v4/persons/${await backend.personId(owner)}/stats`)).toMatchObject({
      conversions: 1,
      earned: [{ value: 5 }],
    })
  }

  test.each(orders)('is one event if they arrive as %s, %s, %s', async (...senders) => {
    const order = await newOrder()
    const given = []
    for (const sender of senders) {
      visit.now += 1000
      given.push(await order[sender](sender === 'shop' ? { cart_value: 48 } : {}))
    }
    await expectOne(order)
    const ids = [await order.page(), await order.otherDevice(), await order.shop()]
    // That of the first.
    expect(new Set(ids)).toEqual(new Set([given[0]]))
    await expectOne(order)
  })

  test('is one event if all arrive at the same time', async () => {
    for (let round = 0; round < 5; round += 1) {
      const order = await newOrder()
      await Promise.all([order.page(), order.otherDevice(), order.shop({ cart_value: 48 }), order.page()])
      await expectOne(order)
    }
  })

  test.each([
    ['one commission has', 1, ['commission CANCELED', 'commission FULFILLED']],
    ['both commissions have', 2, ['commission FULFILLED', 'commission FULFILLED']],
  ])('earns nothing again if %s been paid', async (_, count, states) => {
    const order = await newOrder()
    await order.page()
    await order.otherDevice()
    for (const { reward_id } of (await backend.rewards(order.owner)).slice(-count))
      await backend.send(`/v2/custom-rewards/${reward_id}/fulfilled`, { method: 'POST' })
    await order.shop()
    expect(await order.states(order.owner)).toEqual(states)
  })
})

describe('an order that is sent before its persons are known as one', () => {
  test.each(['the page', 'the backend'])('is one event if %s is first', async first => {
    const owner = newEmail()
    const { code } = await advocate(visit, owner)
    const email = newEmail()
    const order = { partner_event_id: `order of ${email}`, cart_value: 50, advocate_code: code }
    const token = await visit.anonymous()
    const page = () => visit.send('/v6/events', { token, json: { event_name: 'purchase', data: order } })
    const shop = () =>
      backend.send('/v6/events', { json: { event_name: 'purchase', data: { ...order, email, cart_value: 48 } } })
    for (const send of first === 'the page' ? [page, shop] : [shop, page]) await send()
    await visit.send('/v6/events', { token, json: { event_name: 'seen', data: { email } } })
    expect((await backend.stepNames(email)).filter(name => name === 'purchase')).toHaveLength(1)
    expect(await backend.rewards(owner)).toHaveLength(1)
    const stored = `select data->>'cart_value' as value from events where partner_event_id = $1`
    expect(await visit.rows(stored, [order.partner_event_id])).toEqual([{ value: '48' }])
  })

  test('stays two events after the persons are merged if nobody has proven it', async () => {
    const emails = [newEmail(), newEmail()]
    const json = { event_name: 'purchase', data: { partner_event_id: `order of ${emails[0]}` } }
    for (const email of emails) await visit.send('/v6/events', { token: await visit.identified(email), json })
    const [source, target] = [await backend.personId(emails[0]!), await backend.personId(emails[1]!)]
    await backend.send(`/v5/persons/${source}/forward`, { json: { target_person_id: target } })
    expect(await visit.rows('select 1 from events where person_id = $1', [target])).toHaveLength(2)
  })

  test.each([
    ['two backends', '2026-04-10'],
    ['a page and the backend', '2026-04-20'],
  ])('by %s, has one commission after the persons are merged, with the time of the event that stays', async (senders, day) => {
    const owner = newEmail()
    const { code } = await advocate(visit, owner)
    const [one, other] = [newEmail(), newEmail()]
    const order = { partner_event_id: `order of ${one}`, cart_value: 50, advocate_code: code }
    const ids: string[] = []
    for (const [email, event_time] of [
      [one, '2026-04-10T12:00:00Z'],
      [other, '2026-04-20T12:00:00Z'],
    ] as const) {
      visit.now += 1000
      const json = { event_name: 'purchase', data: { ...order, email, event_time } }
      const isPage = email === one && senders.startsWith('a page')
      const sent = isPage
        ? visit.send('/v6/events', { token: await visit.identified(email), json })
        : backend.send('/v6/events', { json })
      ids.push((await (await sent).json()).person_id)
    }
    await backend.send(`/v5/persons/${ids[0]}/forward`, { json: { target_person_id: ids[1] } })
    const ofDay = `person_id=${await backend.personId(owner)}&success_only=false&time_interval=${day}/${day}T23:59`
    expect(await list(`/v2/rewards?${ofDay}`)).toHaveLength(2)
    const states = (await backend.rewards(owner)).map(({ reward_name, state }) => `${reward_name} ${state}`)
    expect(states.sort()).toEqual(['commission CANCELED', 'commission EARNED'])
    // The steps of the rewards stay beside the rewards.
    const stepsOfRewards = (await backend.stepNames(owner)).filter(name => name === 'reward_earned')
    expect(stepsOfRewards).toHaveLength(2)
    expect((await backend.stepNames(other)).filter(name => name === 'purchase')).toHaveLength(1)
  })
})

test('an order for which two pages name different advocates has that of the first one, if the backend names none', async () => {
  await publish({})
  const order = await newOrder()
  const other = newEmail()
  const { code } = await advocate(visit, other)
  await order.page()
  const json = { event_name: 'purchase', data: { ...order.order, advocate_code: code } }
  await visit.send('/v6/events', { token: await visit.identified(order.email), json })
  expect(await order.states(other)).toEqual(['commission EARNED'])
  await order.shop({ advocate_code: undefined })
  expect([await order.states(order.owner), await order.states(other)]).toEqual([
    ['commission EARNED'],
    ['commission CANCELED'],
  ])
})

describe('a claim of a page', () => {
  const friends = { ...rule, name: 'thanks', to: 'friend', step: 'renewal' }
  const publishRenewals = (rewards: object[]) =>
    publishProgram(visit, {
      referral: { step: 'purchase' },
      rewards: [{ ...rule, name: 'first', to: 'consumer' }, ...rewards],
    })

  /** A friend who has been referred, and renews on a page. The function sends the same renewal by the backend. */
  async function renewal() {
    const order = await newOrder()
    await order.page()
    const data = { partner_event_id: `renewal of ${order.email}` }
    await visit.send('/v6/events', { token: order.token, json: { event_name: 'renewal', data } })
    return {
      ...order,
      shop: (more: object = {}) =>
        backend.send('/v6/events', { json: { event_name: 'renewal', data: { ...data, email: order.email, ...more } } }),
    }
  }

  test('loses the reward of the friend if the order is older than the referral', async () => {
    await publishRenewals([friends])
    const { email, states, shop } = await renewal()
    expect(await states(email)).toEqual(['first EARNED', 'thanks EARNED'])
    await shop({ event_time: new Date(visit.now - 86_400_000).toISOString() })
    expect(await states(email)).toEqual(['first EARNED', 'thanks CANCELED'])
  })

  test('keeps the rewards whose audiences it has met: the event itself can have changed them', async () => {
    const order = await newOrder()
    await publishProgram(visit, {
      audiences: { customers: { step: 'purchase' }, vip: {} },
      rewards: [
        { ...rule, name: 'new', to: 'consumer', when: { not_audience: 'customers' } },
        { ...rule, name: 'vip', to: 'consumer', when: { audience: 'vip' } },
      ],
    })
    const memberships = `/v5/persons/${await backend.personId(order.email)}/audience-memberships`
    await backend.send(memberships, { json: { audience_id: 'vip' } })
    await order.page()
    await backend.send(`${memberships}/vip`, { method: 'DELETE' })
    await order.shop()
    expect(await order.states(order.email)).toEqual(['new EARNED', 'vip EARNED'])
  })

  test('keeps a reward that the program no longer has', async () => {
    await publishRenewals([friends])
    const { email, states, shop } = await renewal()
    await publishRenewals([])
    await shop()
    expect(await states(email)).toEqual(['first EARNED', 'thanks EARNED'])
  })
})
