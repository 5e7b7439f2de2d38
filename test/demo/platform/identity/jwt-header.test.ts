import { beforeEach, describe, expect, test } from 'vitest'
import { calls } from '../../../../demo/platform/program/calls.js'
import { signJwt } from '../../../proof.js'
import { codeOf, usePlatform } from '../use-platform.js'

/** A JWT in `X-Svc-Jwt` is taken on every consumer call, in the API style and in the web style (specification 5.5). */
const visit = usePlatform()

let count = 0
let email = ''
beforeEach(() => {
  count += 1
  email = `person-${count}@example.com`
})

describe.each(calls)('$method $path', ({ method, path }) => {
  const call = async (jwt: string) =>
    visit.send(path.replace(/:\w+/g, 'x'), {
      method,
      token: await visit.anonymous(),
      headers: { 'X-Svc-Jwt': jwt },
    })

  test('verifies the consumer by the JWT in the header', async () => {
    await call(await signJwt({ email, scope: 'VERIFIED_CONSUMER' }))
    const [token] = await visit.rows(
      `select scopes from tokens join persons on person_id = identity_id where email = $1
       and 'VERIFIED_CONSUMER' = any(scopes)`,
      [email],
    )
    expect(token).toBeDefined()
  })

  test('says that the JWT in the header is malformed', async () => {
    expect(await codeOf(await call('not a JWT'))).toBe('jwt_error')
  })
})
