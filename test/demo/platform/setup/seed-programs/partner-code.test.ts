import { beforeAll, expect, test } from 'vitest'
import { publishSeed } from '../../publish-program.js'
import { usePlatform } from '../../use-platform.js'
import { backendOf, purchase } from './people.js'

const visit = usePlatform()
const backend = backendOf(visit)
const DAY_MS = 86_400_000

/** A person with a code. The brand adds partners to the audience of partners. */
async function codeOwner(email: string, prefix: string, isPartner: boolean): Promise<string> {
  const token = await visit.verified(email)
  const json = { key: 'code', preferred_code_prefixes: [prefix] }
  expect(await (await visit.send('/v6/me/shareables/get-or-create', { token, json })).json()).toMatchObject({
    code: prefix,
  })
  const path = `/v5/persons/${await backend.personId(email)}/audience-memberships`
  if (isPartner) expect((await backend.send(path, { json: { audience_id: 'partners' } })).status).toBe(200)
  return token
}

beforeAll(async () => {
  await publishSeed(visit, 'partner-code')
  await codeOwner('lena@example.com', 'LENA10', true)
})

test('a partner earns a commission for every order with their code, without a link', async () => {
  await purchase(visit, 'ann@example.com', { coupon_code: ' lena10 ', partner_event_id: 'o-1' })
  await purchase(visit, 'ann@example.com', { coupon_code: 'LENA10', partner_event_id: 'o-2' })
  const order = { coupon_code: 'Lena10', partner_event_id: 'o-3' }
  const bea = await purchase(visit, 'bea@example.com', order)
  await visit.send('/events', { token: bea, json: { event_name: 'purchase', data: order } })
  const commission = { reward_name: 'commission', state: 'EARNED', face_value: 5, reward_supplier_id: 'partner-payout' }
  expect(await backend.rewards('lena@example.com')).toMatchObject([commission, commission, commission])
  visit.now += 30 * DAY_MS
  const paid = { state: 'FULFILLED', journey_name: 'Partner' }
  expect(await backend.rewards('lena@example.com')).toMatchObject([paid, paid, paid])
})

test('a customer gets one coupon for the next order at once', async () => {
  for (const partner_event_id of ['c-1', 'c-2'])
    await purchase(visit, 'cat@example.com', { coupon_code: 'LENA10', partner_event_id })
  expect(await backend.rewards('cat@example.com')).toMatchObject([
    { reward_name: 'next-order', state: 'FULFILLED', partner_reward_id: 'NEXT10' },
  ])
  const token = await visit.identified('cat@example.com')
  expect(await (await visit.send('/v4/me/journeys', { token })).json()).toMatchObject([
    { journey_name: 'Customer of a partner', program: 'partners', entry_coupon_code: 'LENA10' },
  ])
})

test('neither a link, an unknown code nor the code of somebody else counts', async () => {
  await codeOwner('mia@example.com', 'MIA10', false)
  await purchase(visit, 'dan@example.com', {}, '/s/LENA10')
  await purchase(visit, 'eva@example.com', { advocate_code: 'LENA10' })
  await purchase(visit, 'fay@example.com', { coupon_code: 'LENA1' })
  await purchase(visit, 'gil@example.com', { coupon_code: 'MIA10' })
  await purchase(visit, 'lena@example.com', { coupon_code: 'LENA10' })
  for (const name of ['dan', 'eva', 'fay', 'gil', 'mia'])
    expect(await backend.rewards(`${name}@example.com`)).toEqual([])
})

test('a person is found by a key that this program defines', async () => {
  await purchase(visit, 'ida@example.com', { loyalty_number: 'L-77' })
  const found = await (await backend.send('/v5/persons?partner_key=loyalty_number:L-77')).json()
  expect(found).toMatchObject([{ email: 'ida@example.com', partner_keys: [{ name: 'loyalty_number', value: 'L-77' }] }])
})
