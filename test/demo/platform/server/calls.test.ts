import { describe, expect, test } from 'vitest'
import { demo } from '../../../../demo/platform/index.js'
import { calls } from '../../../../demo/platform/server/calls.js'
import { codeOf, server, usePlatform } from '../use-platform.js'

const visit = usePlatform()

describe.each(calls)('$method $path', ({ method, path, needs }) => {
  const call = (token?: string) => visit.send(server + path.replace(/:\w+/, 'x'), { method, ...(token && { token }) })
  const withScopes = async (scopes: string[]) =>
    (await (await visit.send(`${server}/v4/tokens`, { token: demo.serverToken, json: { scopes } })).json()).access_token

  test('is denied to a token without its scope, and to that alone', async () => {
    const support = await call(await withScopes(['USER_SUPPORT']))
    const denied = !support.ok && (await codeOf(support)) === 'scopes_denied'
    expect(denied).toBe(Array.isArray(needs))
    const admin = await call(await withScopes(['CLIENT_ADMIN']))
    expect(admin.ok || (await codeOf(admin))).not.toBe('scopes_denied')
  })

  test('takes no consumer’s token', async () => {
    const response = await call(await visit.verified('ada@example.com'))
    expect([response.status, await codeOf(response)]).toEqual([403, 'access_denied'])
  })
})
