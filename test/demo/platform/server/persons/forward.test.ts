import { beforeAll, describe, expect, test } from 'vitest'
import { demo } from '../../../../../demo/platform/index.js'
import { type Call, codeOf, server, tokenIn, usePlatform } from '../../use-platform.js'

const visit = usePlatform()
const send = (path: string, call: Call = {}) => visit.send(server + path, { token: demo.serverToken, ...call })
const create = async (json: object) => (await send('/v5/persons', { json })).json()
const forward = (id: string, target_person_id: string) =>
  send(`/v5/persons/${id}/forward`, { json: { target_person_id } })
const idOf = async (query: string) => (await (await send(`/v5/persons?${query}`)).json())[0]?.id

describe('a forwarded profile', () => {
  const lacking = { locale: 'fr-CA', profile_picture_url: 'https://img.example/may.png' }
  let source: string
  let target: string
  let token: string
  let answer: unknown
  beforeAll(async () => {
    target = (await create({ partner_user_id: 'new-site', first_name: 'May' })).id
    const keys = { email: 'may@example.com', partner_user_id: 'old-site' }
    source = (await create({ ...keys, last_name: 'Sarton', ...lacking })).id
    token = await visit.verified('may@example.com')
    const { code } = await (await visit.send('/v6/me/shareables/get-or-create', { token, json: {} })).json()
    const purchase = { event_name: 'purchase', data: { email: 'friend@example.com', advocate_code: code } }
    await visit.send('/events', { token: tokenIn(await visit.send(`/s/${code}`)), json: purchase })
    const data = (id: string, name: string, value: string) => send(`/v5/persons/${id}/data`, { json: { name, value } })
    await data(source, 'size', 'M')
    await data(source, 'garden', 'large')
    await data(target, 'size', 'L')
    await send(`/v5/persons/${source}/audience-memberships`, { json: { audience_id: 'partners' } })
    answer = await (await forward(source, target)).json()
  })

  test('is answered with the target, which has the values it was missing', async () => {
    expect(answer).toMatchObject({
      id: target,
      email: 'may@example.com',
      partner_user_id: 'new-site',
      first_name: 'May',
      last_name: 'Sarton',
      ...lacking,
    })
  })

  test('keeps its tokens, which no longer verify the consumer', async () => {
    const { identity_id, scopes } = await (await visit.send('/v5/token', { token })).json()
    expect([identity_id, scopes]).toEqual([target, ['LOCAL_PROFILE', 'UPDATE_PROFILE']])
  })

  test('can be found by its id and both keys, which lead to the target', async () => {
    expect(await (await send(`/v5/persons/${source}`)).json()).toEqual(answer)
    for (const query of ['email=may@example.com', 'partner_user_id=old-site', 'partner_user_id=new-site'])
      expect(await idOf(query)).toBe(target)
  })

  test('moves its history, referrals, rewards, audiences and data to the target, which keeps its own', async () => {
    const list = async (what: string) => (await send(`/${what}`)).json()
    expect(await list(`v4/persons/${target}/relationships`)).toHaveLength(1)
    expect(await list(`v5/persons/${target}/rewards`)).toMatchObject([
      { reward_name: 'advocate-20', person_id: target },
    ])
    expect(await list(`v5/persons/${target}/steps`)).toMatchObject([{ step_name: 'reward_earned' }])
    expect(await list(`v5/persons/${target}/audience-memberships`)).toMatchObject([{ audience_id: 'partners' }])
    const data = await list(`v5/persons/${target}/data`)
    expect(Object.fromEntries(data.map(({ name, value }: { name: string; value: string }) => [name, value]))).toEqual({
      size: 'L',
      garden: 'large',
    })
  })

  test('continues as the target for the consumer’s token and for events with an old key', async () => {
    expect(await (await visit.send('/v4/me', { token })).json()).toMatchObject({ id: target, first_name: 'May' })
    const json = { event_name: 'visited', data: { partner_user_id: 'old-site' } }
    expect(await (await send('/v6/events', { json })).json()).toMatchObject({ person_id: target })
  })

  test('keeps its keys from other persons, but the target can take them', async () => {
    const taken = await send('/v5/persons', { json: { partner_user_id: 'old-site' } })
    expect(await codeOf(taken)).toBe('partner_user_id_already_defined')
    const json = { partner_user_id: 'old-site' }
    const updated = await send(`/v5/persons/${target}`, { method: 'PUT', json })
    expect(await updated.json()).toMatchObject({ id: target, partner_user_id: 'old-site' })
  })

  test('leads to the final target after several forwards', async () => {
    const { id: last } = await create({ email: 'last@example.com' })
    await forward(target, last)
    for (const id of [source, target])
      expect(await (await send(`/v5/persons/${id}`)).json()).toMatchObject({ id: last })
    expect(await idOf('email=may@example.com')).toBe(last)
  })
})

test('the friend’s own reward moves to the target, and so does who referred the friend', async () => {
  const { id: source } = await create({ email: 'guest@example.com' })
  const { id: target } = await create({ email: 'member@example.com' })
  const json = { event_name: 'purchase', data: { person_id: source, advocate_code: demo.ada.code } }
  await send('/v6/events', { json })
  await forward(source, target)
  const rewards = await (await send(`/v5/persons/${target}/rewards`)).json()
  expect(rewards).toMatchObject([{ reward_name: 'friend-20', person_id: target }])
  expect(await (await send(`/v2/rewards?person_id=${source}&success_only=false`)).json()).toEqual(rewards)
  expect(await (await send(`/v4/persons/${target}/relationships`)).json()).toEqual([
    { my_role: 'FRIEND', other_person_id: 'ada-lovelace' },
  ])
})

test.each<[number, string, string, Call]>([
  [403, 'person_not_found', 'none', { json: { target_person_id: 'ada-lovelace' } }],
  [403, 'person_not_found', 'grace-hopper', { json: { target_person_id: 'none' } }],
  [400, 'invalid_parameter', 'grace-hopper', { json: { target_person_id: 'grace-hopper' } }],
  [400, 'binding_error', 'grace-hopper', { json: { target: 'ada-lovelace' } }],
  [400, 'missing_request_body', 'grace-hopper', { method: 'POST' }],
])('responds with %i %s when %s is forwarded to %j', async (status, code, id, call) => {
  const response = await send(`/v5/persons/${id}/forward`, call)
  expect([response.status, await codeOf(response)]).toEqual([status, code])
})

test('a person cannot be forwarded to themselves by the id of one who was merged into them', async () => {
  const [source, target] = [
    (await create({ email: 'old@example.com' })).id,
    (await create({ email: 'own@example.com' })).id,
  ]
  await forward(source, target)
  const response = await send(`/v5/persons/${target}/forward`, { json: { target_person_id: source } })
  expect([response.status, await codeOf(response)]).toEqual([400, 'invalid_parameter'])
})

test('the target can take the email address of the merged profile, and nobody else can', async () => {
  const { id: source } = await create({ email: 'first@example.com' })
  const { id: target } = await create({ email: 'second@example.com' })
  await visit.rows(
    `update persons set cookie_consent = case person_id when $1 then 'granted' else 'denied' end where person_id = any($2)`,
    [source, [source, target]],
  )
  await forward(source, target)
  // The stricter consent stays, whoever has it.
  expect(await visit.rows('select cookie_consent from persons where person_id = $1', [target])).toEqual([
    { cookie_consent: 'denied' },
  ])
  const change = (id: string) => send(`/v5/persons/${id}`, { method: 'PUT', json: { email: 'first@example.com' } })
  expect(await codeOf(await change('grace-hopper'))).toBe('person_email_already_defined')
  expect(await (await change(target)).json()).toMatchObject({ id: target, email: 'first@example.com' })
})
