import { beforeAll, describe, expect, test } from 'vitest'
import { demo } from '../../../../demo/platform/index.js'
import { calls as consumerCalls } from '../../../../demo/platform/program/calls.js'
import { calls } from '../../../../demo/platform/server/calls.js'
import { codeOf, server, usePlatform } from '../use-platform.js'

const visit = usePlatform()
const tokens = { support: '', admin: '', reports: '', consumer: '' }

beforeAll(async () => {
  const issue = async (json: object, token?: string) =>
    (await (await visit.send(`${server}/v4/tokens`, { json, ...(token && { token }) })).json()).access_token
  tokens.support = await issue({ scopes: ['USER_SUPPORT'] }, demo.serverToken)
  tokens.admin = await issue({ scopes: ['CLIENT_ADMIN'] }, demo.serverToken)
  tokens.reports = await issue({ ...demo.user, scopes: ['CLIENT_REPORT_DOWNLOAD'] })
  tokens.consumer = await visit.verified('ada@example.com')
})

describe.each(calls)('$method $path', ({ method, path, requiredScopes }) => {
  const call = (token: string, origin = server) => visit.send(origin + path.replace(/:\w+/g, 'x'), { method, token })
  const isDenied = async (token: string) => {
    const response = await call(token)
    return !response.ok && (await codeOf(response)) === 'scopes_denied'
  }

  test('is denied only to a token without a required scope', async () => {
    expect(await isDenied(tokens.reports)).toBe(Array.isArray(requiredScopes))
    expect(await isDenied(tokens.support)).toBe(
      Array.isArray(requiredScopes) && !requiredScopes.includes('USER_SUPPORT'),
    )
    expect(await isDenied(tokens.admin)).toBe(false)
  })

  test('rejects consumer tokens', async () => {
    const response = await call(tokens.consumer)
    expect([response.status, await codeOf(response)]).toEqual([403, 'access_denied'])
  })

  test('does not exist on the program domain', async () => {
    const response = await call(demo.serverToken, '')
    expect(['not_found', 'access_denied']).toContain(await codeOf(response))
  })
})

test.each([
  ['server API', calls],
  ['consumer API', consumerCalls],
])('no call of the %s is hidden behind a call with an id at the same position', (_, table) => {
  const patterns = table.map(({ path }) => new RegExp(`^${path.replace(/:\\w+/g, '[^/]+')}$`))
  const firstThatAnswers = ({ path }: { path: string }) =>
    table[patterns.findIndex(pattern => pattern.test(path))]!.path
  expect(table.map(firstThatAnswers)).toEqual(table.map(({ path }) => path))
})

test('support can read but not write', () => {
  const open = calls.filter(
    ({ requiredScopes }) => Array.isArray(requiredScopes) && requiredScopes.includes('USER_SUPPORT'),
  )
  expect(new Set(open.map(({ method }) => method))).toEqual(new Set(['GET']))
})
