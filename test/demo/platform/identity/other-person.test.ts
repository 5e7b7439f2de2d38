import { beforeEach, expect, test } from 'vitest'
import { signJwt } from '../../../proof.js'
import { type Call, tokenIn, usePlatform } from '../use-platform.js'

/** The token of a consumer, when a request with it identifies another person. */
const visit = usePlatform()

let count = 0
let email = ''
beforeEach(() => {
  count += 1
  email = `person-${count}@example.com`
})

const ann = 'ann@example.com'
const proof = (address: string) => signJwt({ email: address, scope: 'VERIFIED_CONSUMER' })
const emailOf = async (token: string) => (await (await visit.send('/v4/me', { token })).json()).email
const anHour = 3_600_000

test.each<[string, () => Promise<Call & { path?: string }>]>([
  ['verified by a JWT in the header', async () => ({ headers: { 'X-Svc-Jwt': await proof(email) } })],
  ['verified by a JWT in an event', async () => ({ json: { event_name: 'x', jwt: await proof(email) } })],
  ['verified by the request of a token', async () => ({ path: '/v5/token', json: { jwt: await proof(email) } })],
  ['named by an event', async () => ({ json: { event_name: 'x', data: { email } } })],
])('the previous token stays valid when another person is %s', async (_, request) => {
  const token = await visit.verified(ann)
  const { path = '/events', ...call } = await request()
  const other = tokenIn(await visit.send(path, { method: 'POST', token, ...call }))
  expect(other).not.toBe(token)
  visit.now += anHour
  expect(await emailOf(token)).toBe(ann)
  expect((await (await visit.send('/v5/token', { token: other })).json()).identity_id).not.toBe(
    (await (await visit.send('/v5/token', { token })).json()).identity_id,
  )
  // Each has a device of their own.
  await visit.send('/v5/token', { method: 'DELETE', token: other })
  expect(await emailOf(token)).toBe(ann)
})

test('the previous token stays valid when a tracking pixel names another person', async () => {
  const token = await visit.verified(ann)
  await visit.send(`/events/x?email=${email}&access_token=${token}`)
  visit.now += anHour
  expect(await emailOf(token)).toBe(ann)
})

test('the token of another person does not live longer than the previous one', async () => {
  const json = { jwt: await proof(ann), duration_seconds: 600 }
  const token = (await (await visit.send('/v5/token', { json })).json()).access_token
  const response = await visit.send('/v5/token', { token, headers: { 'X-Svc-Jwt': await proof(email) } })
  expect((await response.json()).expires_in).toBe(600)
})
