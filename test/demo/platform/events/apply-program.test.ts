import { describe, expect, test } from 'vitest'
import { LIST_PAGE } from '../../../../demo/platform/http/list-response.js'
import { demo } from '../../../../demo/platform/index.js'
import { refuseInserts } from '../refuse-inserts.js'
import { program, server, tokenIn, usePlatform } from '../use-platform.js'

const visit = usePlatform()
const { send } = visit

let people = 0
const newEmail = () => `friend-${++people}@example.com`

/** Creates a friend who clicks Ada's link and, with an email address, makes a purchase. */
async function buy(email: string | undefined, { code = demo.ada.code as string, data = {} } = {}) {
  const token = tokenIn(await send(`/s/${code}`))
  return send('/events', {
    token,
    json: { event_name: 'purchase', data: { cart_value: 50, ...(email && { email }), ...data } },
  })
}

const rewards = (friend: string) =>
  visit.rows(
    `select a.email, r.state, r.face_value::int, r.face_value_type from rewards r join persons a using (person_id)
     join persons f on f.person_id = r.friend_id where f.email = $1`,
    [friend],
  )
const steps = async (email: string) =>
  (
    await visit.rows<{ step_name: string }>(
      'select step_name from steps join persons using (person_id) where email = $1 order by step_name',
      [email],
    )
  ).map(({ step_name }) => step_name)

describe('a friend’s purchase', () => {
  test('gives the advocate a reward and creates a referral', async () => {
    const friend = newEmail()
    await buy(friend)
    expect(await rewards(friend)).toEqual([
      { email: demo.ada.email, state: 'EARNED', face_value: 20, face_value_type: 'USD' },
    ])
    expect(await steps(friend)).toEqual(['conversion', 'reward_earned'])
    expect(await steps(demo.ada.email)).toEqual(['reward_earned'])
  })

  test('is recorded only with its reward, and sent again has both', async () => {
    const friend = newEmail()
    const data = { partner_event_id: `order ${friend}` }
    const recorded = () => visit.rows(`select 1 from events where partner_event_id = $1`, [data.partner_event_id])
    const accept = await refuseInserts(visit, 'rewards')
    const refused = await buy(friend, { data })
    await accept()
    expect(refused.headers.get('X-Svc-Error-Message')).toMatch(/^software_error/)
    expect([await recorded(), await steps(friend)]).toEqual([[], []])
    await buy(friend, { data })
    expect([(await recorded()).length, (await rewards(friend)).length]).toEqual([1, 1])
  })

  test('gives one reward for each friend', async () => {
    const friend = newEmail()
    await buy(friend)
    await buy(friend)
    expect(await rewards(friend)).toHaveLength(1)
  })

  test('gives the friend one reward, which can be found by the ids of the event', async () => {
    const friend = newEmail()
    const token = await visit.verified(friend)
    const first = { polling_id: `poll ${friend}`, partner_event_id: `order ${friend}` }
    const status = async (query: string) => (await send(`/v4/me/rewards/status?${query}`, { token })).json()
    expect(await status(`polling_id=poll ${friend}`)).toMatchObject({ status: 'PENDING' })
    await buy(friend, { data: first })
    await buy(friend, { data: { polling_id: 'the second' } })
    const earned = { status: 'PENDING', reward: { state: 'EARNED', face_value: 20, face_value_type: 'USD' } }
    for (const [name, value] of Object.entries(first)) expect(await status(`${name}=${value}`)).toMatchObject(earned)
    expect(await status('polling_id=the second')).toMatchObject({ status: 'PENDING', reward: null })
  })

  test('does not let another consumer find the reward by the friend’s ids', async () => {
    await buy(newEmail(), { data: { polling_id: 'a friend’s' } })
    const token = await visit.verified('stranger@example.com')
    const response = await send('/v4/me/rewards/status?polling_id=a friend’s', { token })
    expect(await response.json()).toEqual({ status: 'PENDING', reward: null, quality_results: [] })
  })

  test('gives no reward for a self-referral, however the link was opened', async () => {
    await buy(demo.ada.email)
    expect(await rewards(demo.ada.email)).toEqual([])
    const { shareable } = await (await send('/zones/product', { json: {} })).json()
    const visitor = tokenIn(await send(`/s/${shareable.code}`))
    await send('/events', { token: visitor, json: { event_name: 'purchase', data: {} } })
    expect(
      await visit.rows('select 1 from rewards r join shareables s using (person_id) where s.code = $1', [
        shareable.code,
      ]),
    ).toEqual([])
  })

  test('gives no reward without an email address', async () => {
    const response = await buy(undefined)
    const { id } = await response.json()
    expect(await visit.rows('select 1 from rewards where event_id = $1', [id])).toEqual([])
  })

  test('gives both their rewards if only the shop knows the friend', async () => {
    const partner_user_id = 'a-friend-of-the-shop'
    const { id } = await (await buy(undefined, { data: { partner_user_id } })).json()
    const earned = await visit.rows(
      `select email, partner_user_id, state from rewards join persons using (person_id) where event_id = $1
       order by email`,
      [id],
    )
    expect(earned).toEqual([
      { email: demo.ada.email, partner_user_id: expect.anything(), state: 'EARNED' },
      { email: null, partner_user_id, state: 'EARNED' },
    ])
  })

  test('gives no reward without a link', async () => {
    const friend = newEmail()
    await send('/events', { json: { event_name: 'purchase', data: { email: friend } } })
    expect(await rewards(friend)).toEqual([])
  })

  test('needs no link if it has the advocate’s code', async () => {
    const friend = newEmail()
    await send('/events', { json: { event_name: 'purchase', data: { email: friend, advocate_code: demo.ada.code } } })
    expect(await rewards(friend)).toMatchObject([{ email: demo.ada.email }])
  })

  test('rewards the advocate of the last link', async () => {
    const token = await visit.identified('bo@example.com')
    const { code } = await (await send('/v6/me/shareables/get-or-create', { token, json: {} })).json()
    const friend = tokenIn(await send(`/s/${demo.ada.code}`))
    visit.now += 1000
    await send(`/s/${code}`, { cookie: friend })
    const email = newEmail()
    await send('/events', { token: friend, json: { event_name: 'purchase', data: { email } } })
    expect(await rewards(email)).toMatchObject([{ email: 'bo@example.com' }])
  })

  test('gives no reward long after the click', async () => {
    const token = tokenIn(await send(`/s/${demo.ada.code}`))
    visit.now += 91 * 86_400_000
    const email = newEmail()
    await send('/events', { token, json: { event_name: 'purchase', data: { email } } })
    expect(await rewards(email)).toEqual([])
  })

  test.each([
    [0, 15 * 60],
    [1, 15 * 60 + 1],
  ])('gives %i rewards if the clock of its page is %i seconds behind the click', async (count, seconds) => {
    const [email, event_time] = [newEmail(), new Date(visit.now - seconds * 1000).toISOString()]
    await buy(email, { data: { event_time } })
    expect(await rewards(email)).toHaveLength(1 - count)
  })

  test('rewards an advocate who was anonymous when the link was created, after they are identified', async () => {
    const advocate = await visit.anonymous()
    const { shareable } = await (await send('/zones/product', { json: {}, token: advocate })).json()
    const friend = newEmail()
    await buy(friend, { code: shareable.code })
    await send('/events', { token: advocate, json: { event_name: 'identify', data: { email: 'late@example.com' } } })
    expect(await rewards(friend)).toMatchObject([{ email: 'late@example.com' }])
  })
})

test('the referrals of an advocate contain only public data of the friends', async () => {
  const friend = newEmail()
  await buy(friend, { data: { first_name: 'Fay', last_name: 'Wray' } })
  const image_url = `${program}/fay.png`
  const [fay] = await visit.rows<{ person_id: string }>(
    'update persons set profile_picture_url = $2 where email = $1 returning person_id',
    [friend, image_url],
  )
  await visit.rows(
    `insert into parameters values ($1, 'size', '"M"', 'PUBLIC', now()), ($1, 'age', '7', 'PRIVATE', now())`,
    [fay!.person_id],
  )
  const list = await (await send('/v4/me/referrals-from-me', { token: await visit.verified(demo.ada.email) })).json()
  const mine = list.find(({ person }: { person: { first_name: string } }) => person.first_name === 'Fay')
  expect(mine).toEqual({
    container: 'production',
    reason: 'CONVERSION',
    shareable_id: demo.ada.code,
    updated_at: expect.any(String),
    person: { id: fay!.person_id, first_name: 'Fay', image_url, parameters: { size: 'M' } },
  })
  const [back] = await (await send('/v4/me/referrals-to-me', { token: await visit.verified(friend) })).json()
  expect(back.person).toEqual({ id: 'ada-lovelace', first_name: 'Ada', image_url: null, parameters: {} })
})

test('the referrals of an advocate are listed by their last step, newest first', async () => {
  const [token, code] = [await visit.verified('list@example.com'), 'list-of-friends']
  await send('/v6/me/shareables', { token, json: { preferred_code_prefixes: [code] } })
  const names = ['One', 'Two', 'Three']
  for (const first_name of names) {
    visit.now += 1000
    await buy(newEmail(), { code, data: { first_name } })
  }
  const friends: { person: { first_name: string } }[] = await (await send('/v4/me/referrals-from-me', { token })).json()
  expect(friends.map(({ person }) => person.first_name)).toEqual(names.reverse())
})

test('a long list of referrals has each friend once, the newest step first', async () => {
  const token = await visit.verified('many@example.com')
  const count = LIST_PAGE + 1
  await visit.rows(
    `insert into persons (person_id, client_id, email, created_at)
     select 'many-' || n, $1, 'many-' || n || '@example.com', now() from generate_series(1, $2::int) n`,
    [demo.clientId, count],
  )
  // Each two friends have the same time. Those who were stored last have the oldest ones.
  await visit.rows(
    `insert into referrals (advocate_id, friend_id, container, reason, updated_at)
     select person_id, 'many-' || n, 'production', 'CONVERSION', $1::timestamptz - n / 2 * interval '1 second'
     from persons, generate_series(1, $2::int) n where email = 'many@example.com' order by n`,
    [new Date(visit.now), count],
  )
  const friends: { person: { id: string } }[] = await (await send('/v4/me/referrals-from-me', { token })).json()
  const numbers = Array.from({ length: count }, (_, index) => index + 1)
  const half = (number: number) => Math.floor(number / 2)
  numbers.sort((one, other) => half(one) - half(other) || other - one)
  expect(friends.map(({ person }) => person.id)).toEqual(numbers.map(number => `many-${number}`))
})

test('a share is stored, and a click on its link is matched to it', async () => {
  const token = await visit.identified(demo.ada.email)
  const data = { 'share.channel': 'email', partner_share_id: 'share-9', advocate_code: demo.ada.code, message: 'Look' }
  await send('/events', { token, json: { event_name: 'share', data } })
  await send(`/s/${demo.ada.code}?partner_share_id=share-9`)
  const rows = await visit.rows(
    `select s.channel, s.message, s.code from shares s join clicks c using (partner_share_id) where partner_share_id = 'share-9'`,
  )
  expect(rows).toEqual([{ channel: 'email', message: 'Look', code: demo.ada.code }])
})

describe('the status of a reward', () => {
  test('requires exactly one filter', async () => {
    const token = await visit.verified(demo.ada.email)
    for (const query of ['', '?reward_name=', '?reward_name=&polling_id=', '?reward_name=a&polling_id=b']) {
      const response = await send(`/v4/me/rewards/status${query}`, { token })
      expect(await response.json()).toMatchObject({ code: 'invalid_reward_filter', http_status_code: 400 })
    }
    // An empty filter is none.
    const one = await send('/v4/me/rewards/status?reward_name=&polling_id=b&partner_event_id=', { token })
    expect([one.status, await one.json()]).toEqual([200, { status: 'PENDING', reward: null, quality_results: [] }])
  })

  test('is PENDING until the reward is fulfilled', async () => {
    const advocate = await visit.verified('zed@example.com')
    const { code } = await (await send('/v6/me/shareables/get-or-create', { token: advocate, json: {} })).json()
    const status = async () => (await send('/v4/me/rewards/status?reward_name=advocate-20', { token: advocate })).json()
    expect(await status()).toEqual({ status: 'PENDING', reward: null, quality_results: [] })
    await buy(newEmail(), { code })
    const { reward, ...earned } = await status()
    expect(earned.status).toBe('PENDING')
    expect(reward).toMatchObject({
      state: 'EARNED',
      face_value: 20,
      face_value_type: 'USD',
      campaign_id: demo.campaignId,
      sandbox: false,
    })
    await send(`${server}/v2/custom-rewards/${reward.reward_id}/fulfilled`, { method: 'POST', token: demo.serverToken })
    expect(await status()).toMatchObject({ status: 'SUCCEEDED', reward: { state: 'FULFILLED' } })
  })
})
