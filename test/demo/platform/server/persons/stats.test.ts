import { expect, test } from 'vitest'
import { demo } from '../../../../../demo/platform/index.js'
import { rewardStates } from '../../../../../demo/platform/rewards/reward.js'
import { type Call, codeOf, server, usePlatform } from '../../use-platform.js'
import { addReward } from '../rewards/add-reward.js'

const visit = usePlatform()
const get = (path: string, call: Call = {}) => visit.send(server + path, { token: demo.serverToken, ...call })
const list = async (path: string) => (await get(path)).json()
const tie = (advocate: string, ...friends: string[]) =>
  visit.rows(
    `insert into referrals (advocate_id, friend_id, container, reason, updated_at)
     select $1, friend, 'production', 'CONVERSION', now() from unnest($2::text[]) friend`,
    [advocate, friends],
  )

test('the statistics of a person are the results of their own shares, of all time', async () => {
  const token = await visit.verified('ida@example.com')
  const { code } = await (await visit.send('/v6/me/shareables/get-or-create', { token, json: {} })).json()
  const share = { event_name: 'share', data: { advocate_code: code } }
  for (const json of [share, share]) await visit.send('/events', { token, json })
  await visit.send(`/s/${code}`)
  await visit.send(`/s/${code}`, { cookie: token })
  const purchase = { event_name: 'purchase', data: { email: 'bought@example.com', advocate_code: code } }
  await visit.send('/events', { json: purchase })
  const { id } = await (await visit.send('/v4/me', { token })).json()
  const figures = { shares: 2, clicks: 1, conversions: 1, earned: [{ value: 20, type: 'USD' }] }
  expect(await list(`/v4/persons/${id}/stats?time_interval=2020-01-01/2020-01-02`)).toEqual(figures)
  const [{ reward_id }] = await list(`/v5/persons/${id}/rewards`)
  const points = await addReward(visit, { person_id: id, face_value: 10, face_value_type: 'POINTS' })
  const sums = [...figures.earned, { value: 10, type: 'POINTS' }]
  expect(await list(`/v4/persons/${id}/stats`)).toEqual({ ...figures, earned: sums })
  for (const state of rewardStates)
    await addReward(visit, { person_id: id, state, face_value: 1, face_value_type: state })
  const counted = ['EARNED', 'FULFILLED', 'REDEEMED', 'SENT'].map(type => ({ value: 1, type }))
  expect(await list(`/v4/persons/${id}/stats`)).toEqual({ ...figures, earned: [...sums, ...counted] })
  await visit.rows('delete from reward_states where reward_id in (select reward_id from rewards where face_value = 1)')
  await visit.rows('delete from rewards where face_value = 1')
  await get(`/v2/rewards/${points}/revoke`, { method: 'POST' })
  await get(`/v2/rewards/${reward_id}/revoke`, { method: 'POST' })
  expect(await list(`/v4/persons/${id}/stats`)).toEqual({ ...figures, earned: [] })
})

test('the network statistics cover the first 100 friends and their friends', async () => {
  await visit.rows(
    `insert into persons (person_id, client_id, created_at) select 'friend-' || n, 'juniper', now() from generate_series(1, 120) n`,
  )
  await tie('ada-lovelace', ...Array.from({ length: 120 }, (_, index) => `friend-${index + 1}`))
  for (const friend of ['friend-100', 'friend-3']) await tie(friend, 'grace-hopper')
  await tie('friend-101', 'friend-1')
  await tie('friend-1', 'friend-2')
  await tie('friend-2', 'ada-lovelace')
  await tie('grace-hopper', 'friend-120')
  expect(await list('/v4/persons/ada-lovelace/network-stats')).toEqual({
    friends: 100,
    second_degree_friends: 1,
    shares: 0,
    clicks: 0,
    // Those of friend-1, friend-2 and Grace, and Grace herself once, who is a friend of two. Neither friend-101 nor Ada counts.
    conversions: 4,
    earned: [],
  })
})

test.each([
  'stats',
  'network-stats',
])('the %s of an unknown person are rejected with person_not_found', async figures => {
  const response = await get(`/v4/persons/nobody/${figures}`)
  expect([response.status, await codeOf(response)]).toEqual([403, 'person_not_found'])
})
