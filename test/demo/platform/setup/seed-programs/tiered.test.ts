import { beforeAll, expect, test } from 'vitest'
import { publishSeed } from '../../publish-program.js'
import { usePlatform } from '../../use-platform.js'
import { advocate, backendOf, purchase } from './people.js'

const visit = usePlatform()
const backend = backendOf(visit)
beforeAll(() => publishSeed(visit, 'tiered'))

const names = async (email: string) => (await backend.rewards(email)).map(({ reward_name }) => reward_name)

test('the tiered program rewards an advocate at one, three and five friends', async () => {
  const { token, path } = await advocate(visit, 'ann@example.com')
  const first = ['first-friend']
  const three = [...first, 'three-friends']
  const five = [...three, 'five-friends']
  for (const [friend, expected] of [first, first, three, three, five, five].entries()) {
    await purchase(visit, `friend-${friend}@example.com`, {}, path)
    expect(await names('ann@example.com')).toEqual(expected)
  }
  const rewards = await backend.rewards('ann@example.com')
  expect(rewards.map(({ face_value }) => face_value)).toEqual([10, 40, 100])
  expect(rewards).toMatchObject([
    { state: 'FULFILLED', partner_reward_id: expect.stringMatching(/^GROW1-[A-Z0-9]{8}$/) },
    { state: 'FULFILLED', partner_reward_id: expect.stringMatching(/^GROW3-/) },
    { state: 'FULFILLED', partner_reward_id: expect.stringMatching(/^GROW5-/) },
  ])
  const status = await visit.send('/v4/me/rewards/status?reward_name=three-friends', { token })
  expect(await status.json()).toMatchObject({ status: 'SUCCEEDED', reward: { face_value: 40 } })
  const history = await backend.send(`/v2/rewards/${rewards[0]!.reward_id}/state-history`)
  expect((await history.json()).map(({ state }: { state: string }) => state)).toEqual(['EARNED', 'FULFILLED'])
})

test('the tiered program gives each friend a coupon at once', async () => {
  const { path } = await advocate(visit, 'bea@example.com')
  await purchase(visit, 'new@example.com', {}, path)
  expect(await backend.rewards('new@example.com')).toMatchObject([
    { reward_name: 'welcome', state: 'FULFILLED', face_value_type: 'PERCENT_OFF', partner_reward_id: 'WELCOME10' },
  ])
})

test('the same friend does not count twice', async () => {
  const { path } = await advocate(visit, 'cat@example.com')
  for (let round = 0; round < 3; round += 1) await purchase(visit, 'loyal@example.com', { order: round }, path)
  expect(await names('cat@example.com')).toEqual(['first-friend'])
})

test('two friends whose profiles were merged count once', async () => {
  const { path } = await advocate(visit, 'eva@example.com')
  for (const friend of ['one', 'two']) await purchase(visit, `${friend}@example.com`, {}, path)
  const json = { target_person_id: await backend.personId('one@example.com') }
  await backend.send(`/v5/persons/${await backend.personId('two@example.com')}/forward`, { json })
  await purchase(visit, 'third@example.com', {}, path)
  expect(await names('eva@example.com')).toEqual(['first-friend'])
  await purchase(visit, 'fourth@example.com', {}, path)
  expect(await names('eva@example.com')).toEqual(['first-friend', 'three-friends'])
})

test('friends who buy at the same time are all counted', async () => {
  const { path } = await advocate(visit, 'dan@example.com')
  await Promise.all([1, 2, 3, 4, 5].map(friend => purchase(visit, `rush-${friend}@example.com`, {}, path)))
  expect((await names('dan@example.com')).sort()).toEqual(['first-friend', 'five-friends', 'three-friends'])
})
