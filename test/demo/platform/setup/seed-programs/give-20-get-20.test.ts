import { expect, test } from 'vitest'
import { demo } from '../../../../../demo/platform/index.js'
import { usePlatform } from '../../use-platform.js'
import { advocate, backendOf, purchase } from './people.js'

const visit = usePlatform()
const backend = backendOf(visit)

test('"Give 20, get 20" is live from the start: advocate and friend earn $20, and the brand approves both', async () => {
  const { token, path } = await advocate(visit, 'ann@example.com')
  await purchase(visit, 'bea@example.com', {}, path)
  for (const [email, reward_name] of [
    ['ann@example.com', 'advocate-20'],
    ['bea@example.com', 'friend-20'],
  ]) {
    const [reward, ...others] = await backend.rewards(email!)
    expect(others).toEqual([])
    expect(reward).toMatchObject({ reward_name, state: 'EARNED', face_value: 20, face_value_type: 'USD' })
    const approval = await backend.send(`/v2/custom-rewards/${reward!.reward_id}/fulfilled`, {
      json: { partner_reward_id: 'CREDIT-1' },
    })
    expect(await approval.json()).toMatchObject({ state: 'FULFILLED', partner_reward_id: 'CREDIT-1' })
  }
  expect(await backend.stepNames('ann@example.com')).toEqual(['share', 'reward_earned'])
  expect(await backend.stepNames('bea@example.com')).toEqual(['conversion', 'reward_earned'])
  const status = await visit.send('/v4/me/rewards/status?reward_name=advocate-20', { token })
  expect(await status.json()).toMatchObject({ status: 'SUCCEEDED' })
})

test('no content of its zones promises another amount', async () => {
  const zones = await visit.rows<{ source: string }>('select source from zones where campaign_id = $1', [
    demo.campaignId,
  ])
  const amounts = zones.flatMap(({ source }) => source.match(/\$\d+|\d+\s\$/g) ?? [])
  expect([...new Set(amounts)].sort()).toEqual(['$20', '20 $'])
})

test('a customer who already bought without a link cannot be referred, and the offer says so', async () => {
  const { path } = await advocate(visit, 'cat@example.com')
  await purchase(visit, 'dan@example.com')
  const token = await visit.identified('dan@example.com')
  await visit.send(path, { cookie: token })
  const offer = await visit.send('/zones/share_destination', { token, json: {} })
  expect(await offer.json()).toMatchObject({ state: 'ineligible' })
  await visit.send('/events', { token, json: { event_name: 'purchase', data: {} } })
  expect(await backend.rewards('cat@example.com')).toEqual([])
  expect(await backend.rewards('dan@example.com')).toEqual([])
})

test('the offer promises what the program gives: a first order of any value, once per person', async () => {
  const { path } = await advocate(visit, 'eve@example.com')
  const token = await purchase(visit, 'fay@example.com', { cart_value: 1 }, path)
  await visit.send('/events', { token, json: { event_name: 'purchase', data: { cart_value: 1 } } })
  expect((await backend.rewards('fay@example.com')).map(({ reward_name }) => reward_name)).toEqual(['friend-20'])
  const { rules } = await (await visit.send('/zones/share_destination', { token, json: {} })).json()
  expect(rules).toEqual(['Valid for a first order.', 'One per person.'])
  const terms = async (locale: string) => (await visit.send('/zones/terms', { token, json: { locale } })).text()
  expect([await terms('en'), await terms('fr')]).toEqual([
    expect.stringContaining('Rewards do not expire.'),
    expect.stringContaining('Les récompenses n’expirent pas.'),
  ])
})
