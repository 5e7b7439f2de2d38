import { beforeAll, describe, expect, test } from 'vitest'
import { zoneDocs } from '../../../../../demo/platform/consumer/zones/zones.js'
import { demo } from '../../../../../demo/platform/index.js'
import { signJwt } from '../../../../proof.js'
import { SOON } from '../../../../soon.js'
import { publishProgram, publishSeed } from '../../publish-program.js'
import { advocate, backendOf } from '../../setup/seed-programs/people.js'
import { type Call, codeOf, otherSite, server, tokenIn, usePlatform } from '../../use-platform.js'

const visit = usePlatform()
const send = (path: string, call: Call = {}) => visit.send(server + path, { token: demo.serverToken, ...call })
const block = (id: string, json: object) => send(`/v5/persons/${id}/block`, { method: 'PUT', json })
const people = backendOf(visit)
const events = (name: string) => visit.rows('select 1 from events where event_name = $1', [name])

test('a block has a type and a reason until it is ended', async () => {
  const record = async () => (await send('/v5/persons/grace-hopper/block')).json()
  expect(await record()).toEqual({ type: 'NONE', reason: null })
  const blocked = { type: 'EVENTS', reason: 'Buys from herself' }
  expect(await (await block('grace-hopper', blocked)).json()).toEqual(blocked)
  expect(await record()).toEqual(blocked)
  await block('grace-hopper', { type: 'NONE' })
  expect(await record()).toEqual({ type: 'NONE', reason: null })
})

test('two blocks stand side by side, each with its reason, until both are ended', async () => {
  const record = async () => (await send('/v5/persons/grace-hopper/block')).json()
  // The newest reason counts.
  for (const reason of ['Buys from herself', undefined, 'Refers herself'])
    await block('grace-hopper', { type: 'REWARDS', reason })
  await block('grace-hopper', { type: 'EVENTS', reason: 'Buys from herself' })
  expect(await record()).toEqual({ type: 'EVENTS', reason: 'Buys from herself' })
  // The reason is that of the last call, also if it has none.
  await block('grace-hopper', { type: 'EVENTS' })
  expect(await record()).toEqual({ type: 'EVENTS', reason: null })
  await block('grace-hopper', { type: 'EVENTS', reason: 'Sells to herself' })
  await block('grace-hopper', { type: 'EVENTS', reason: 'Buys from herself' })
  const [{ blocks } = {}] = await visit.rows(`select blocks from persons where person_id = 'grace-hopper'`)
  expect(blocks).toEqual({ EVENTS: 'Buys from herself', REWARDS: 'Refers herself' })
  expect((await block('grace-hopper', { type: 'NONE', reason: 'x'.repeat(500) })).status).toBe(200)
  await block('grace-hopper', { type: 'NONE', reason: 'A mistake' })
  expect(await record()).toEqual({ type: 'NONE', reason: 'A mistake' })
  await block('grace-hopper', { type: 'REWARDS' })
  expect(await record()).toEqual({ type: 'REWARDS', reason: null })
  await block('grace-hopper', { type: 'NONE' })
})

describe('a person who is blocked for events', () => {
  const immediate = { value: 5, type: 'USD', step: 'purchase', fulfillment: { mode: 'immediate' } }
  const submit = (token: string, event_name: string, data: object = {}) =>
    visit.send('/api/v6/events', { token, json: { event_name, data } })
  const idOf = async (token: string) => (await (await visit.send('/v5/token', { token })).json()).identity_id as string
  beforeAll(() =>
    publishProgram(visit, {
      referral: { step: 'purchase' },
      rewards: [
        { ...immediate, name: 'thanks', to: 'advocate', once_per: 'event' },
        { ...immediate, name: 'later', to: 'consumer', step: 'joined', fulfillment: { mode: 'delayed', days: 1 } },
      ],
    }),
  )

  test('still gets what they have earned, unless rewards are blocked as well', async () => {
    const states = async (email: string) => (await people.rewards(email)).map(({ state }) => state)
    for (const [email, blocks, state] of [
      ['one@example.com', ['EVENTS'], 'FULFILLED'],
      ['both@example.com', ['REWARDS', 'EVENTS'], 'EARNED'],
    ] as const) {
      await submit(await visit.identified(email), 'joined')
      for (const type of blocks) await block(await people.personId(email), { type })
      visit.now += 2 * 86_400_000
      await visit.send('/v5/token', { json: {} })
      expect(await states(email)).toEqual([state])
    }
  })

  test('refers nobody anew, but friends who are referred already stay', async () => {
    const { code } = await advocate(visit, 'fraud@example.com')
    const [before, after] = [await visit.identified('before@example.com'), await visit.identified('after@example.com')]
    await submit(before, 'purchase', { advocate_code: code })
    await block(await people.personId('fraud@example.com'), { type: 'EVENTS' })
    await submit(before, 'purchase', { advocate_code: code })
    await submit(after, 'purchase', { advocate_code: code })
    expect(await people.rewards('fraud@example.com')).toHaveLength(2)
  })

  test('sees zones, but nothing about them is recorded, and their clicks do not count', async () => {
    const { email, code, path } = { email: 'owner@example.com', ...(await advocate(visit, 'owner@example.com')) }
    const token = await visit.verified('watched@example.com')
    const id = await idOf(token)
    const recorded = () => visit.rows(`select 1 from events where person_id = $1`, [id])
    await block(id, { type: 'EVENTS' })
    expect((await visit.send('/zones/share_experience', { token, json: {} })).status).toBe(200)
    expect(await (await visit.send('/zones/share_experience', { token, json: {} })).json()).toHaveProperty('widget')
    const zone = await (await visit.send('/v6/zones/share_experience', { token, json: {} })).json()
    expect(zoneDocs.render.response.parse(zone)).toMatchObject({ event_id: null, campaign_id: demo.campaignId })
    expect((await visit.send(path, { cookie: token })).status).toBe(302)
    expect(await visit.rows('select 1 from clicks where code = $1', [code])).toEqual([])
    expect(await recorded()).toEqual([])
    await block(id, { type: 'NONE' })
    await submit(token, 'purchase')
    expect(await people.rewards(email)).toEqual([])
  })

  test('refers no visitor to whose page their click leads', async () => {
    const owner = await advocate(visit, 'linker@example.com')
    const content = { url: `${otherSite}/roses` }
    const json = { key: 'roses', content }
    const { link } = await (await visit.send('/v6/me/shareables', { token: owner.token, json })).json()
    const cookie = await visit.identified('blocked@example.com')
    await block(await people.personId('blocked@example.com'), { type: 'EVENTS' })
    const response = await visit.send(new URL(link).pathname, { cookie })
    expect(new URL(response.headers.get('Location')!).searchParams.get('access_token')).not.toBe(cookie)
    expect(await visit.rows('select 1 from clicks where code = $1', [link.split('/').at(-1)])).toEqual([])
  })

  test('is not identified by an event that is refused', async () => {
    const device = await visit.anonymous()
    await block(await people.personId('watched@example.com'), { type: 'EVENTS' })
    const refused = await submit(device, 'seen', { email: 'watched@example.com' })
    expect([refused.status, await codeOf(refused), tokenIn(refused)]).toEqual([403, 'access_denied', device])
    const jwt = await signJwt({ email: 'watched@example.com', scope: 'VERIFIED_CONSUMER' })
    for (const [headers, proof] of [
      [{ 'X-Svc-Jwt': jwt }, {}],
      [{}, { jwt }],
    ] as const) {
      const json = { event_name: 'seen', data: {}, ...proof }
      const proved = await visit.send('/api/v6/events', { token: device, headers, json })
      expect([proved.status, await codeOf(proved), tokenIn(proved)]).toEqual([403, 'access_denied', device])
    }
    await block(await idOf(device), { type: 'EVENTS' })
    expect(await codeOf(await submit(device, 'seen', { email: 'nobody@example.com' }))).toBe('access_denied')
    expect(await (await send('/v5/persons?email=nobody@example.com')).json()).toEqual([])
  })
})

test('a person who is blocked for events is identified by other calls', async () => {
  const email = 'shown@example.com'
  await visit.identified(email)
  await block(await people.personId(email), { type: 'EVENTS' })
  const jwt = await signJwt({ email, scope: 'VERIFIED_CONSUMER' })
  const calls: [string, Call][] = [
    ['/v4/me', { headers: { 'X-Svc-Jwt': jwt } }],
    ['/v6/zones/share_experience', { json: { jwt } }],
    ['/v6/zones/share_experience', { json: { email } }],
  ]
  for (const [path, call] of calls) {
    const token = await visit.anonymous()
    const response = await visit.send(path, { token, ...call })
    expect([path, response.status, tokenIn(response) === token]).toEqual([path, 200, false])
  }
})

describe('an anonymous profile that is blocked', () => {
  const calls = (token: string, email: string): Promise<Response>[] => [
    visit.send('/api/v6/events', { token, json: { event_name: 'seen', data: { email } } }),
    visit.send('/v6/zones/share_experience', { token, json: { email } }),
    visit.send('/v5/token', { token, json: { email } }),
  ]
  test.each(['EVENTS', 'REWARDS'])('for %s cannot become a known person by naming an email address', async type => {
    const email = `innocent-${type}@example.com`.toLowerCase()
    await visit.identified(email)
    const token = await visit.anonymous()
    const { identity_id } = await (await visit.send('/v5/token', { token })).json()
    await block(identity_id, { type })
    for (const response of await Promise.all(calls(token, email)))
      expect([response.status, await codeOf(response)]).toEqual([403, 'access_denied'])
    expect((await (await visit.send('/v5/token', { token })).json()).identity_id).toBe(identity_id)
    const id = await people.personId(email)
    expect(await (await send(`/v5/persons/${id}/block`)).json()).toMatchObject({ type: 'NONE' })
  })
})

test('events of a person who is blocked for events are rejected by both APIs', async () => {
  const token = await visit.verified('eve@example.com')
  const { id } = await (await visit.send('/api/v4/me', { token })).json()
  const track = (name: string) => visit.send('/events', { token, json: { event_name: name, data: {} } })
  await block(id, { type: 'EVENTS' })
  const response = await track('blocked_visit')
  expect([response.status, await codeOf(response)]).toEqual([200, 'access_denied'])
  const api = await visit.send('/v6/events', { token, json: { event_name: 'blocked_visit' } })
  expect([api.status, await codeOf(api)]).toEqual([403, 'access_denied'])
  expect(await events('blocked_visit')).toEqual([])
  await send('/v6/async-events', { json: { event_name: 'queued_visit', data: { person_id: id } } })
  await expect
    .poll(() => visit.rows(`select code from refusals where subject = 'queued_visit'`), SOON)
    .toEqual([{ code: 'access_denied' }])
  expect(await visit.rows(`select 1 from jobs where kind = 'async-event'`)).toEqual([])
  await visit.send('/events', { json: { event_name: 'others_visit', data: { email: 'bob@example.com' } } })
  expect(await events('others_visit')).toHaveLength(1)
  await block(id, { type: 'NONE' })
  await track('free_visit')
  expect(await events('free_visit')).toHaveLength(1)
})

test('the repetition of an event is rejected as well while its person is blocked for events', async () => {
  const token = await visit.verified('repeats@example.com')
  const { id } = await (await visit.send('/api/v4/me', { token })).json()
  const order = { event_name: 'blocked_order', data: { partner_event_id: 'order-1' } }
  const byPage = () => visit.send('/v6/events', { token, json: order })
  const byBackend = () => send('/v6/events', { json: { ...order, data: { ...order.data, person_id: id } } })
  expect((await byPage()).status).toBe(200)
  await block(id, { type: 'EVENTS' })
  for (const response of [await byPage(), await byBackend()])
    expect([response.status, await codeOf(response)]).toEqual([403, 'access_denied'])
  await block(id, { type: 'NONE' })
  expect(await visit.rows(`select repeats from events where event_name = 'blocked_order'`)).toEqual([{ repeats: 0 }])
})

test('a person who is blocked for rewards earns them, but they are not fulfilled', async () => {
  await publishSeed(visit, 'give-20-get-20')
  await block('ada-lovelace', { type: 'REWARDS' })
  const friend = tokenIn(await visit.send(`/s/${demo.ada.code}`))
  const data = { email: 'friend@example.com' }
  await visit.send('/events', { token: friend, json: { event_name: 'purchase', data } })
  const status = async () =>
    (
      await visit.send('/v4/me/rewards/status?reward_name=advocate-20', { token: await visit.verified(demo.ada.email) })
    ).json()
  const { reward } = await status()
  const token = await visit.verified(demo.ada.email)
  const zone = await visit.send('/zones/share_experience', { token, json: {} })
  expect(zone.headers.get('X-Svc-Input-Event-Id')).toEqual(expect.any(String))
  for (const mark of ['fulfilled', 'fulfilled_and_sent']) {
    const response = await send(`/v2/custom-rewards/${reward.reward_id}/${mark}`, { method: 'POST' })
    expect([response.status, await codeOf(response)]).toEqual([403, 'access_denied'])
  }
  expect((await status()).reward.state).toBe('EARNED')
  await block('ada-lovelace', { type: 'NONE' })
  await send(`/v2/custom-rewards/${reward.reward_id}/fulfilled`, { method: 'POST' })
  expect((await status()).reward.state).toBe('FULFILLED')
})

test.each<[number, string, string, Call]>([
  [403, 'person_not_found', 'none', {}],
  [403, 'person_not_found', 'none', { method: 'PUT', json: { type: 'NONE' } }],
  [400, 'binding_error', 'grace-hopper', { method: 'PUT', json: { type: 'EVERYTHING' } }],
  [400, 'binding_error', 'grace-hopper', { method: 'PUT', json: { reason: 'No type' } }],
  [400, 'binding_error', 'grace-hopper', { method: 'PUT', json: { type: 'NONE', reason: 'x'.repeat(501) } }],
  [400, 'missing_request_body', 'grace-hopper', { method: 'PUT' }],
])('responds with %i %s to the block of %s', async (status, code, id, call) => {
  const response = await send(`/v5/persons/${id}/block`, call)
  expect([response.status, await codeOf(response)]).toEqual([status, code])
})
