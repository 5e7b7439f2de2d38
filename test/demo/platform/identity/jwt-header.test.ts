import { beforeEach, describe, expect, test } from 'vitest'
import { calls } from '../../../../demo/platform/consumer/calls.js'
import { signJwt } from '../../../proof.js'
import { codeOf, tokenIn, usePlatform } from '../use-platform.js'

/** Every consumer call accepts a JWT in the header `X-Svc-Jwt` (specification 5.5). */
const visit = usePlatform()

let count = 0
let email = ''
beforeEach(() => {
  count += 1
  email = `person-${count}@example.com`
})

test('HEAD, which changes nothing, does not read the JWT', async () => {
  const token = await visit.anonymous()
  const headers = { 'X-Svc-Jwt': await signJwt({ email, scope: 'VERIFIED_CONSUMER' }) }
  const response = await visit.send('/v4/me', { method: 'HEAD', token, headers })
  expect([response.status, tokenIn(response)]).toEqual([200, token])
  expect(await visit.rows('select 1 from persons where email = $1', [email])).toEqual([])
})

test('an empty JWT, in the header or in the body, is none', async () => {
  const token = await visit.anonymous()
  for (const call of [
    { json: { event_name: 'seen' }, headers: { 'X-Svc-Jwt': '' } },
    { json: { event_name: 'seen', jwt: '' } },
  ])
    expect((await visit.send('/v6/events', { token, ...call })).status).toBe(200)
})

describe.each(calls)('$method $path', ({ method, path }) => {
  const call = async (jwt: string) =>
    visit.send(path.replace(/:\w+/g, 'x'), {
      method,
      token: await visit.anonymous(),
      headers: { 'X-Svc-Jwt': jwt },
    })

  test('verifies the consumer with the JWT in the header', async () => {
    await call(await signJwt({ email, scope: 'VERIFIED_CONSUMER' }))
    const [token] = await visit.rows(
      `select scopes from tokens join persons on person_id = identity_id where email = $1
       and 'VERIFIED_CONSUMER' = any(scopes)`,
      [email],
    )
    expect(token).toBeDefined()
  })

  test('reports a malformed JWT in the header', async () => {
    expect(await codeOf(await call('not a JWT'))).toBe('jwt_error')
  })
})
