import { Validator } from '@seriousme/openapi-schema-validator'
import { beforeAll, describe, expect, test } from 'vitest'
import type { oas31 } from 'zod-openapi'
import { calls as consumerCalls } from '../../../../demo/platform/consumer/calls.js'
import { callsIn } from '../../../../demo/platform/openapi/read-document.js'
import { calls as serverCalls } from '../../../../demo/platform/server/calls.js'
import { program, server, shop, usePlatform } from '../use-platform.js'

const visit = usePlatform()

const interfaces = [
  { title: 'Integration API - Consumer to service', origin: program, calls: consumerCalls, prefix: '/api' },
  { title: 'Integration API - Server to service', origin: server, calls: serverCalls, prefix: '' },
]

describe.each(interfaces)('the document of the $title', ({ title, origin, calls, prefix }) => {
  let document: oas31.OpenAPIObject

  beforeAll(async () => {
    document = await (await visit.send(`${origin}/openapi.json`)).json()
  })

  test('is valid OpenAPI 3.1, and all of its references resolve', async () => {
    const validator = new Validator()
    expect(await validator.validate(structuredClone(document) as never)).toEqual({ valid: true })
    const names = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g)]
    const components = document.components as Record<string, Record<string, object>>
    expect(names.filter(([, kind, name]) => !components[kind!]?.[name!]).map(([ref]) => ref)).toEqual([])
    for (const [name, schema] of Object.entries(document.components!.schemas!))
      expect(schema).not.toHaveProperty('$ref', `#/components/schemas/${name}`)
  })

  test('has a title, a version, an origin and the three carriers of a token', () => {
    expect(document.info).toMatchObject({ title, version: '1.0' })
    expect(document.servers!.map(({ url }) => url)).toEqual([origin])
    expect(document.components!.securitySchemes).toMatchObject({
      HEADER: { type: 'apiKey', in: 'header', name: 'Authorization' },
      QUERY: { type: 'apiKey', in: 'query', name: 'access_token' },
      COOKIE: { type: 'apiKey', in: 'cookie', name: 'svc_token' },
    })
  })

  test('contains every call and no others', () => {
    const rows = calls.map(({ method, path }) => {
      const versioned = /^\/v\d/.test(path) ? prefix : ''
      return `${method} ${versioned}${path.replace(/:(\w+)/g, '{$1}')}`
    })
    const operations = Object.entries(document.paths!).flatMap(([path, methods]) =>
      Object.keys(methods).map(method => `${method.toUpperCase()} ${path}`),
    )
    expect(operations.sort()).toEqual(rows.sort())
  })

  test('has a summary, a known tag and a unique id for each call', () => {
    const operations = callsIn(document).map(({ operation }) => operation)
    const tags = document.tags!.map(({ name }) => name)
    for (const { summary, tags: of } of operations) {
      expect(summary).toMatch(/^[A-Z].*[^.]$/)
      expect(tags).toContain(of![0])
    }
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length)
  })

  test('describes each parameter in a path', () => {
    for (const { path, operation } of callsIn(document))
      for (const parameter of operation.parameters ?? [])
        if ('in' in parameter && parameter.in === 'path')
          expect(JSON.stringify(parameter), path).toMatch(/"description":"[^"]/)
  })

  test('can be read by tools of any origin', async () => {
    const response = await visit.send(`${origin}/openapi.json`, { origin: shop })
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*')
  })
})

test('the server API has the tags of the published interface, in its order, and those of the management API', async () => {
  const { tags } = await (await visit.send(`${server}/openapi.json`)).json()
  expect(tags.map(({ name }: { name: string }) => name).join(', ')).toBe(
    'Authentication, Batch Jobs, Events, Files, Persons, Reward Suppliers, Rewards, SFTP Servers, Webhooks, Zone Rendering, ' +
      'Campaigns, Client, Clock, Components, Emails, Report Runners, Report Types, Reports',
  )
})

test('each object in a body of the server API either has any fields, or refuses unknown ones', async () => {
  const document: oas31.OpenAPIObject = await (await visit.send(`${server}/openapi.json`)).json()
  const bodies = callsIn(document).flatMap(({ path, operation }) => {
    const { content = {} } = (operation.requestBody ?? {}) as Partial<oas31.RequestBodyObject>
    return Object.values(content).map(({ schema }) => ({ path, text: JSON.stringify(schema) }))
  })
  expect(bodies.length).toBeGreaterThan(40)
  const names = Object.keys(document.components!.schemas!)
  const used = names.filter(name => bodies.some(({ text }) => text.includes(`"#/components/schemas/${name}"`)))
  const schemas = [
    ...bodies.map(({ path, text }) => ({ name: path, schema: JSON.parse(text) })),
    ...used.map(name => ({ name, schema: document.components!.schemas![name] })),
  ]
  expect(schemas.filter(({ schema }) => undecidedObjects(schema)).map(({ name }) => name)).toEqual([])
})

/** Whether a schema has an object that says nothing about unknown fields. */
function undecidedObjects(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null) return false
  if ('properties' in schema && !('additionalProperties' in schema)) return true
  return Object.entries(schema).some(([name, part]) => name !== 'examples' && undecidedObjects(part))
}

test('a call lists the scopes of its minimum level, or its required scopes', async () => {
  const consumer: oas31.OpenAPIObject = await (await visit.send('/openapi.json')).json()
  const backend: oas31.OpenAPIObject = await (await visit.send(`${server}/openapi.json`)).json()
  const roles = (document: oas31.OpenAPIObject, path: string, method: 'get' | 'post') =>
    document.paths![path]![method]!.security!.map(({ HEADER }) => HEADER).filter(Boolean)
  expect(roles(consumer, '/api/v4/me', 'post')).toEqual([['VERIFIED_CONSUMER']])
  expect(roles(consumer, '/api/v4/me/steps', 'get')).toEqual([['UPDATE_PROFILE']])
  expect(roles(backend, '/v6/events', 'post')).toEqual([['BACKEND'], ['CLIENT_ADMIN'], ['CLIENT_SUPERUSER']])
  expect(roles(backend, '/v4/tokens', 'get')).toEqual([[]])
  for (const { security = [] } of [consumer.paths!['/api/v4/me']!.post!, backend.paths!['/v6/events']!.post!])
    expect([...new Set(security.flatMap(way => Object.keys(way)))]).toEqual(['HEADER', 'QUERY', 'COOKIE'])
})

describe('the schemas of the specification', () => {
  const schemas = async (origin = server) =>
    (await (await visit.send(`${origin}/openapi.json`)).json()).components.schemas as Record<string, oas31.SchemaObject>

  test('say how large integers are: int32 for a status, int64 for a lifetime', async () => {
    const { AccessTokenResponse, RestExceptionResponse } = await schemas()
    expect(AccessTokenResponse!.properties!.expires_in).toMatchObject({ type: ['integer', 'null'], format: 'int64' })
    expect(RestExceptionResponse!.properties!.http_status_code).toMatchObject({ type: 'integer', format: 'int32' })
    for (const origin of [server, program])
      expect(JSON.stringify(await schemas(origin))).not.toMatch(
        /"type":("integer"|\["integer","null"\])(?!,"format"|[^{}]*"format")/,
      )
  })

  test('list the scopes of a token, each once', async () => {
    const { AccessTokenResponse } = await schemas()
    const { items, uniqueItems } = AccessTokenResponse!.properties!.scopes as oas31.SchemaObject
    expect(uniqueItems).toBe(true)
    expect((items as oas31.SchemaObject).enum).toEqual([
      ...['BACKEND', 'CAMPAIGN_EDIT', 'CLIENT_ADMIN', 'CLIENT_REPORT_DOWNLOAD', 'CLIENT_SUPERUSER', 'LOCAL_PROFILE'],
      ...['ONE_TIME', 'PASSWORD_RESET', 'UPDATE_PROFILE', 'USER_SUPPORT', 'VERIFIED_CONSUMER'],
    ])
    const { AccessToken } = await schemas(program)
    expect(AccessToken!.properties!.scopes).toMatchObject({
      uniqueItems: true,
      items: { enum: ['LOCAL_PROFILE', 'UPDATE_PROFILE', 'VERIFIED_CONSUMER'] },
    })
  })

  test('say what a type of rewards is', async () => {
    const { Reward } = await schemas()
    expect(Reward!.properties!.reward_type).toHaveProperty('description')
  })
})

test('the call for a token by its value documents every error of the specification, and those that do not occur', async () => {
  const { paths }: oas31.OpenAPIObject = await (await visit.send(`${server}/openapi.json`)).json()
  const { responses = {}, description } = paths!['/v4/tokens/{token}']!.get!
  for (const code of ['binding_error', 'invalid_json', 'missing_request_body', 'unsupported_media_type'])
    expect(description).toContain(`\`${code}\``)
  const codes = (status: number) => (responses[status] as oas31.ResponseObject).description!.split(', ')
  expect(codes(400)).toEqual(
    expect.arrayContaining(['binding_error', 'invalid_json', 'invalid_parameter', 'missing_request_body']),
  )
  expect(codes(401)).toEqual(
    expect.arrayContaining(['method_unauthorized', 'invalid_access_token', 'expired_access_token']),
  )
  expect(codes(402)).toEqual(['payment_required'])
  expect(codes(403)).toEqual(expect.arrayContaining(['access_denied', 'method_unauthorized', 'missing_access_token']))
  expect(codes(415)).toEqual(['unsupported_media_type'])
  expect(codes(429)).toEqual(['too_many_requests'])
})

test('the resource owner credential grant is named where a backend verifies a consumer', async () => {
  const { paths }: oas31.OpenAPIObject = await (await visit.send(`${server}/openapi.json`)).json()
  expect(paths!['/v4/tokens/{token}']!.put!.description).toContain('resource owner credential grant')
})
