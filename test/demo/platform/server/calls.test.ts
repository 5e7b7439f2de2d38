import { beforeAll, describe, expect, test } from 'vitest'
import { calls as consumerCalls } from '../../../../demo/platform/consumer/calls.js'
import { demo } from '../../../../demo/platform/index.js'
import { calls } from '../../../../demo/platform/server/calls.js'
import { type Scope, scopes } from '../../../../demo/platform/server/scope.js'
import { hashOf } from '../../../../demo/platform/store/id.js'
import { codeOf, server, usePlatform } from '../use-platform.js'

const visit = usePlatform()

type ServerCall = (typeof calls)[number]

const everything = () => true
const nothing = () => false

/** What each scope opens, besides the calls that are open to any token (specification 5.3). */
const opens: Record<Scope, (call: ServerCall) => boolean> = {
  BACKEND: everything,
  CLIENT_ADMIN: everything,
  CLIENT_SUPERUSER: everything,
  USER_SUPPORT: ({ method }) => method === 'GET',
  CAMPAIGN_EDIT: ({ path }) => /^\/v\d\/(campaigns|components)(\/|$)/.test(path) || path === '/v2/emails',
  CLIENT_REPORT_DOWNLOAD: ({ method, path }) => method === 'GET' && path.startsWith('/v7/report'),
  LOCAL_PROFILE: nothing,
  ONE_TIME: nothing,
  PASSWORD_RESET: nothing,
  UPDATE_PROFILE: nothing,
  VERIFIED_CONSUMER: nothing,
}

/** The calls that need only a valid token, or none. */
const openToAny = [
  'POST /v4/tokens',
  'GET /v4/tokens',
  'POST /v4/tokens/openid-connect/authorization-code-flow',
  'PUT /v4/tokens/exchange/:token',
  'GET /v4/tokens/:token',
  'DELETE /v4/tokens/:token',
  'GET /v5/zones/:zone_name',
]

const tokenWith = (scope: string) => `token-with-${scope}`
let consumer = ''

beforeAll(async () => {
  for (const scope of scopes)
    await visit.rows(
      `insert into tokens (token_hash, type, client_id, identity_id, scopes, created_at)
       values ($1, 'MANAGED', $2, $3, $4, $5)`,
      [hashOf(tokenWith(scope)), demo.clientId, scope, [scope], new Date(visit.now)],
    )
  consumer = await visit.verified('ada@example.com')
})

describe.each(calls)('$method $path', serverCall => {
  const { method, path } = serverCall
  const call = (token: string, origin = server) => visit.send(origin + path.replace(/:\w+/g, 'x'), { method, token })

  test('is open to the scopes that say so, and denied to each other scope', async () => {
    const isDenied = async (scope: Scope) => {
      const response = await call(tokenWith(scope))
      return response.status === 403 && (await codeOf(response)) === 'scopes_denied'
    }
    const denied = await Promise.all(scopes.map(isDenied))
    const isOpen = (scope: Scope) => openToAny.includes(`${method} ${path}`) || opens[scope](serverCall)
    expect(scopes.filter((_, index) => !denied[index])).toEqual(scopes.filter(isOpen))
  })

  test('rejects consumer tokens', async () => {
    const response = await call(consumer)
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
  const patterns = table.map(({ path }) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`))
  const firstThatAnswers = ({ path }: { path: string }) =>
    table[patterns.findIndex(pattern => pattern.test(path))]!.path
  expect(table.map(firstThatAnswers)).toEqual(table.map(({ path }) => path))
})

test('each scope that says something opens a call', () => {
  const used = calls.flatMap(({ requiredScopes }) => (Array.isArray(requiredScopes) ? requiredScopes : []))
  expect(new Set(used)).toEqual(new Set(scopes.filter(scope => opens[scope] !== nothing)))
})
