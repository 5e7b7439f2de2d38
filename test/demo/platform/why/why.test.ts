import { beforeAll, describe, expect, test } from 'vitest'
import { demo } from '../../../../demo/platform/index.js'
import { explainFulfillment, type PresentReward } from '../../../../demo/platform/why/explain-reward.js'
import { codeText, ruleText } from '../../../../demo/platform/why/rule-text.js'
import { textOf } from '../../../../demo/platform/why/text.js'
import { publishProgram } from '../publish-program.js'
import { advocate, backendOf } from '../setup/seed-programs/people.js'
import { otherSite, tokenIn, usePlatform } from '../use-platform.js'

const visit = usePlatform()
const backend = backendOf(visit)
const get = async (path: string) => (await backend.send(path)).json()
const whyOf = (event: string) => get(`/v2/events/${event}/why`)

let people = 0
const newEmail = () => `person-${++people}@example.com`

async function buy(token: string, data: object = {}): Promise<string> {
  const json = { event_name: 'purchase', data: { email: newEmail(), cart_value: 50, ...data } }
  return (await (await visit.send('/events', { token, json })).json()).id
}

const thanks = { name: 'thanks', to: 'advocate', step: 'purchase', value: 20, type: 'USD' }
const welcome = { name: 'welcome', to: 'friend', step: 'purchase', value: 10, type: 'USD' }
const program = {
  quality: [{ step: 'purchase', when: { data: { cart_value: { max: 5 } } }, quality: 'LOW' }],
  audiences: { customers: { step: 'purchase' } },
  referral: { step: 'purchase', friend: { not_audience: 'customers' } },
  rewards: [thanks, { ...welcome, when: { data: { cart_value: { min: 30 } } } }],
}

beforeAll(() => publishProgram(visit, program))

test('an event has the rules in the order in which they were tried, each with the value that decided', async () => {
  const owner = await advocate(visit, newEmail())
  const event = await buy(tokenIn(await visit.send(owner.path)), { cart_value: 28 })
  const { known, answers, campaigns } = await whyOf(event)
  expect(known).toEqual({ level: 'identified', locale: null, audiences: [] })
  expect(answers).toMatchObject([
    { name: 'thanks', outcome: 'earned', code: 'earned', to: 'advocate' },
    {
      ...{ name: 'welcome', outcome: 'none', code: 'data.cart_value', value: 28, expected: { min: 30 }, to: 'friend' },
      text: 'The reward of $10 is for orders with a cart value of at least 30. Yours had 28.',
    },
  ])
  const tried = campaigns[0].decisions.map(({ about, name, outcome, checks }: Decision) => [
    ...[about, name === campaigns[0].advocate_id ? 'the advocate' : name, outcome],
    checks.map(({ rule, is_met }) => `${rule} ${is_met ? 'yes' : 'no'}`).join(', '),
  ])
  expect(tried).toEqual([
    ['quality', 'LOW', 'none', 'data.cart_value no'],
    ['advocate', 'advocate_code', 'none', 'link no'],
    ['advocate', 'click', 'found', 'link yes, click_days yes'],
    ['referral', 'the advocate', 'new', 'self yes, friend yes, block yes, each_other yes, advocate yes'],
    ['reward', 'thanks', 'earned', 'referral yes, once_per yes'],
    ['reward', 'welcome', 'none', 'data.cart_value no'],
    ['audience', 'customers', 'joined', ''],
  ])
})

interface Decision {
  about: string
  name: string
  outcome: string
  checks: { rule: string; is_met: boolean }[]
}

test('an event is explained with the program and the facts of then', async () => {
  const owner = await advocate(visit, newEmail())
  const email = newEmail()
  const event = await buy(tokenIn(await visit.send(owner.path)), { email, cart_value: 28 })
  const before = await whyOf(event)
  visit.now += 1000
  // The person is a customer now, the advocate is blocked, and the rewards have another rule.
  const path = `/v5/persons/${before.campaigns[0].advocate_id}/block`
  await backend.send(path, { method: 'PUT', json: { type: 'EVENTS' } })
  await publishProgram(visit, { ...program, rewards: [thanks, welcome] })
  expect(await whyOf(event)).toEqual(before)
  await publishProgram(visit, program)
})

test('an advocate does not learn from the text what the friend has bought', async () => {
  await publishProgram(visit, { ...program, rewards: [{ ...thanks, when: { data: { cart_value: { min: 30 } } } }] })
  const owner = await advocate(visit, newEmail())
  const { answers } = await whyOf(await buy(tokenIn(await visit.send(owner.path)), { cart_value: 28 }))
  expect(answers).toMatchObject([{ name: 'thanks', code: 'data.cart_value', value: 28, to: 'advocate' }])
  expect(answers[0].text).not.toContain('28')
  await publishProgram(visit, program)
})

test('an event that was refused is explained by its id', async () => {
  const { event_id } = await (
    await backend.send('/v6/async-events', { json: { event_name: 'purchase', data: { cart_value: 9 } } })
  ).json()
  await expect.poll(() => whyOf(event_id)).toMatchObject({ kind: 'refused' })
  expect(await whyOf(event_id)).toMatchObject({
    ...{ event_name: 'purchase', person_id: null, campaigns: [] },
    answers: [{ code: 'refused', value: expect.any(String) }],
  })
})

test('an event that the platform has recorded before it kept facts says so', async () => {
  const event = await buy(await visit.anonymous())
  await visit.rows('update steps set facts = null where event_id = $1', [event])
  expect(await whyOf(event)).toMatchObject({ answers: [{ code: 'not_kept' }] })
})

test('an event of somebody whom nobody knows says so', async () => {
  const event = await buy(await visit.anonymous(), { email: undefined })
  expect(await whyOf(event)).toMatchObject({ answers: [{ name: null, outcome: 'none', code: 'anonymous' }] })
})

test('the request of a zone without a creative says so', async () => {
  await visit.send('/zones', { token: await visit.anonymous(), json: { event_name: 'nowhere' } })
  const [event] = await visit.rows<{ event_id: string }>(`select event_id from events where event_name = 'nowhere'`)
  expect(await whyOf(event!.event_id)).toMatchObject({
    ...{ kind: 'zone', answers: [{ name: 'nowhere', outcome: 'none', code: 'no_creative' }] },
  })
})

test.each([
  ...['earned', 'merge', 'withdrawn', 'duplicate', 'refused', 'quality', 'anonymous', 'step', 'campaign', 'not_kept'],
  ...['link', 'click_days', 'self', 'friend', 'block', 'each_other', 'advocate', 'referral', 'friends', 'once_per'],
  ...['level', 'locale', 'labels', 'container', 'audience', 'not_audience', 'referred', 'other_link', 'no_purchase'],
  ...['approval', 'time', 'due', 'expiry', 'rewards_block', 'test'],
  ...['FULFILLED', 'SENT', 'REDEEMED', 'CANCELED', 'EXPIRED', 'FAILED', 'REVOKED'],
])('the code %s has its own words for the customer and for the console', code => {
  const text = textOf(code, { to: 'consumer', expected: 30, value: '2026-05-01T12:00:00.000Z' })
  expect(text).toMatch(/^[A-Z].*\.$/)
  expect(text).not.toContain('its conditions are not met')
  expect(codeText(code)).not.toBe(code)
})

test.each(['no_creative', 'shown'])('the code %s has its own words for the console', code => {
  expect(codeText(code)).not.toBe(code)
})

test.each([
  ...['link', 'click_days', 'self', 'friend', 'block', 'each other', 'advocate', 'referral', 'friends', 'once_per'],
  ...['labels', 'locale', 'level', 'container', 'audience', 'not_audience', 'time', 'expiry', 'state', 'type'],
  ...['first', 'other link'],
])('the rule %s has its own words for the console', rule => {
  expect(ruleText(rule)).not.toBe(rule)
})

describe('a reward', () => {
  const NOW = Date.UTC(2026, 4, 1)
  const due: PresentReward = {
    ...{ reward_name: 'thanks', face_value: '20', face_value_type: 'USD', message: null },
    ...{ reward_type: 'CUSTOM_REWARD', is_blocked: false, container: 'production' },
    ...{ fulfill_at: new Date(NOW), expires_at: null },
    to: 'consumer',
    state: 'EARNED',
  }
  test.each<[outcome: string, code: string, Partial<PresentReward>]>([
    ['received', 'FULFILLED', { state: 'FULFILLED' }],
    ['received', 'SENT', { state: 'SENT' }],
    ['received', 'REDEEMED', { state: 'REDEEMED' }],
    ['ended', 'CANCELED', { state: 'CANCELED' }],
    ['ended', 'EXPIRED', { state: 'EXPIRED' }],
    ['ended', 'FAILED', { state: 'FAILED' }],
    ['ended', 'REVOKED', { state: 'REVOKED' }],
    ['waiting', 'approval', { fulfill_at: null }],
    ['waiting', 'time', { fulfill_at: new Date(NOW + 1) }],
    ['waiting', 'expiry', { expires_at: new Date(NOW) }],
    ['waiting', 'rewards_block', { is_blocked: true }],
    ['waiting', 'test', { container: 'qa' }],
    ['waiting', 'due', {}],
  ])('is %s with the code %s: %j', (outcome, code, different) => {
    expect(explainFulfillment({ ...due, ...different }, NOW).answer).toMatchObject({ name: 'thanks', outcome, code })
  })

  const rewardOf = async (event: string, name: string) =>
    (
      await visit.rows<{ reward_id: string }>(
        'select reward_id from rewards where event_id = $1 and reward_name = $2',
        [event, name],
      )
    )[0]!.reward_id

  test('says why it was earned, and why it waits', async () => {
    const owner = await advocate(visit, newEmail())
    const event = await buy(tokenIn(await visit.send(owner.path)))
    const why = await get(`/v2/rewards/${await rewardOf(event, 'thanks')}/why`)
    expect(why).toMatchObject({ event_id: event, friend_id: expect.any(String) })
    expect(why.answers).toMatchObject([
      { code: 'earned', outcome: 'earned' },
      { code: 'approval', outcome: 'waiting', value: null, to: 'advocate' },
    ])
    expect(why.decisions.at(-1)).toMatchObject({
      about: 'fulfillment',
      checks: [
        { rule: 'container', is_met: true },
        { rule: 'time', is_met: false },
      ],
    })
    expect(why.decisions.map(({ about }: Decision) => about)).toEqual([
      ...['quality', 'advocate', 'advocate', 'referral', 'reward', 'fulfillment'],
    ])
    const ofFriend = await get(`/v2/rewards/${await rewardOf(event, 'welcome')}/why`)
    expect(ofFriend.answers.at(-1)).toMatchObject({ name: 'welcome', to: 'friend' })
  })

  test('of a person who is blocked for rewards waits', async () => {
    const fulfillment = { mode: 'immediate' }
    await publishProgram(visit, { ...program, rewards: [{ ...thanks, to: 'consumer', fulfillment }] })
    const email = newEmail()
    await visit.identified(email)
    const path = `/v5/persons/${await backend.personId(email)}/block`
    await backend.send(path, { method: 'PUT', json: { type: 'REWARDS' } })
    const event = await buy(await visit.anonymous(), { email })
    const { answers } = await get(`/v2/rewards/${await rewardOf(event, 'thanks')}/why`)
    expect(answers.at(-1)).toMatchObject({ code: 'rewards_block', outcome: 'waiting', to: 'consumer' })
    await publishProgram(visit, program)
  })

  test('that a merge has given says so', async () => {
    await publishProgram(visit, { ...program, rewards: [{ ...thanks, friends: 2 }] })
    const [one, other] = [await advocate(visit, newEmail()), await advocate(visit, newEmail())]
    await buy(tokenIn(await visit.send(one.path)))
    const event = await buy(tokenIn(await visit.send(other.path)))
    const [from, into] = [(await whyOf(event)).campaigns[0].advocate_id, await ownerOf(one.code)]
    await backend.send(`/v5/persons/${from}/forward`, { json: { target_person_id: into } })
    expect((await whyOf(event)).answers).toMatchObject([{ name: 'thanks', code: 'merge', outcome: 'earned' }])
    await publishProgram(visit, program)
  })
})

const ownerOf = async (code: string) =>
  (await visit.rows<{ person_id: string }>('select person_id from shareables where code = $1', [code]))[0]!.person_id

describe('a click', () => {
  /** Opens the link of a new advocate. */
  async function click(owner?: { path: string }) {
    const { path } = owner ?? (await advocate(visit, newEmail()))
    const token = tokenIn(await visit.send(path))
    const [newest] = await visit.rows<{ click_id: string }>(
      'select click_id from clicks order by position desc limit 1',
    )
    return { token, why: () => get(`/v2/clicks/${newest!.click_id}/why`) }
  }

  test('says that nobody has bought yet, and after a purchase that it has referred', async () => {
    const { token, why } = await click()
    expect((await why()).answers).toMatchObject([{ code: 'no_purchase', outcome: 'none', expected: 90 }])
    const event = await buy(token)
    expect((await why()).answers).toMatchObject([{ code: 'referred', outcome: 'earned', value: event }])
  })

  test('says that it has referred, also if the event is older than the explanations', async () => {
    const { token, why } = await click()
    const event = await buy(token)
    await visit.rows('update steps set facts = null where event_id = $1', [event])
    expect((await why()).answers).toMatchObject([{ code: 'referred', outcome: 'earned', value: event }])
  })

  test('says that another link came after it', async () => {
    const { token, why } = await click()
    const other = await advocate(visit, newEmail())
    await visit.send(other.path, { cookie: token })
    await buy(token)
    expect((await why()).answers).toMatchObject([{ code: 'other_link', value: other.code }])
  })

  test('of the owner says so', async () => {
    const owner = await advocate(visit, newEmail())
    await visit.send(owner.path, { cookie: owner.token })
    const [own] = await get(`/v5/persons/${await ownerOf(owner.code)}/clicks`)
    expect(own).toMatchObject({ code: owner.code, advocate_id: own.person_id, visitor_id: null })
    const { answers } = await get(`/v2/clicks/${own.click_id}/why`)
    expect(answers).toMatchObject([{ code: 'self' }])
  })

  test('that is too old says so', async () => {
    const { why } = await click()
    visit.now += 91 * 86_400_000
    expect((await why()).answers).toMatchObject([{ code: 'click_days', expected: 90 }])
  })

  test('of a known person whose landing page has another token says what the visitor does', async () => {
    const owner = await advocate(visit, newEmail())
    const json = { key: 'roses', content: { url: `${otherSite}/roses` } }
    const { link } = await (await visit.send('/v6/me/shareables', { token: owner.token, json })).json()
    const headers = { 'Sec-Fetch-Mode': 'navigate' }
    const cookie = await visit.identified(newEmail())
    const landing = new URL((await visit.send(new URL(link).pathname, { cookie, headers })).headers.get('Location')!)
    const event = await buy(landing.searchParams.get('access_token')!)
    const [clicked] = await get(`/v5/persons/${(await whyOf(event)).person_id}/clicks`)
    const { answers } = await get(`/v2/clicks/${clicked.click_id}/why`)
    expect(answers).toMatchObject([{ code: 'referred', value: event }])
  })
})

test.each(['events', 'clicks', 'rewards'])('%s of another client are not found', async kind => {
  const owner = await advocate(visit, newEmail())
  const event = await buy(tokenIn(await visit.send(owner.path)))
  const [ids] = await visit.rows<Record<string, string>>(
    `select (select click_id from clicks order by position desc limit 1) as clicks,
       (select reward_id from rewards where event_id = $1 limit 1) as rewards, $1::text as events`,
    [event],
  )
  const path = `/v2/${kind}/${ids![kind]}/why`
  expect((await backend.send(path)).status).toBe(200)
  const response = await backend.send(path, { token: demo.sandbox.serverToken })
  expect(response.ok).toBe(false)
  expect(await response.json()).toMatchObject({ code: kind === 'rewards' ? 'invalid_reward_id' : 'not_found' })
})
