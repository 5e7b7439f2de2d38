import { describe, expect, test } from 'vitest'
import { demo } from '../../../../demo/platform/index.js'
import { type Call, codeOf, server, shop, usePlatform } from '../use-platform.js'

const visit = usePlatform()
const send = (path: string, call: Call = {}) => visit.send(server + path, call)

describe('signing in with OpenID Connect', () => {
  const flow = '/v4/tokens/openid-connect/authorization-code-flow'
  const redirect_uri = `${shop}/signed-in`
  const page = `/openid-connect/authorize?redirect_uri=${encodeURIComponent(redirect_uri)}&state=s1`

  async function signIn(): Promise<string> {
    const response = await send(page, { form: demo.user })
    const target = new URL(response.headers.get('Location')!)
    expect([target.origin + target.pathname, target.searchParams.get('state')]).toEqual([redirect_uri, 's1'])
    return target.searchParams.get('code')!
  }

  test('exchanges a code for a token of the user, once', async () => {
    expect(await (await send(page)).text()).toContain('Password')
    const json = { code: await signIn(), redirect_uri }
    expect(await (await send(flow, { json })).json()).toMatchObject({
      ...{ type: 'USER', identity_id: 'juniper-marketer', expires_in: 86_400 },
    })
    const again = await send(flow, { json })
    expect([again.status, await codeOf(again)]).toEqual([401, 'invalid_credentials'])
  })

  test('accepts a code for one minute, and only with the URL that received it', async () => {
    const elsewhere = { code: await signIn(), redirect_uri: `${shop}/elsewhere` }
    for (const json of [elsewhere, { ...elsewhere, redirect_uri }])
      expect(await codeOf(await send(flow, { json }))).toBe('invalid_credentials')
    const last = { code: await signIn(), redirect_uri }
    const late = { code: await signIn(), redirect_uri }
    visit.now += 59_999
    expect((await send(flow, { json: last })).status).toBe(200)
    visit.now += 1
    expect(await codeOf(await send(flow, { json: late }))).toBe('invalid_credentials')
  })

  test('redirects only to URLs of the brand', async () => {
    const evil = '/openid-connect/authorize?redirect_uri=https://evil.example/'
    expect(await codeOf(await send(evil, { form: demo.user }))).toBe('invalid_parameter')
  })

  test('gives no code for a wrong password', async () => {
    const response = await send(page, { form: { ...demo.user, password: 'x' } })
    expect([response.status, await codeOf(response)]).toEqual([401, 'invalid_credentials'])
  })
})
