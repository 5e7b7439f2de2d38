import { Validator } from '@seriousme/openapi-schema-validator'
import { beforeAll, describe, expect, test } from 'vitest'
import type { oas31 } from 'zod-openapi'
import { callsIn } from '../../../../demo/platform/openapi/read-document.js'
import { calls as consumerCalls } from '../../../../demo/platform/program/calls.js'
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

  test('can be read by tools of any origin', async () => {
    const response = await visit.send(`${origin}/openapi.json`, { origin: shop })
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*')
  })
})

test('the server API has the tags of the published interface, in its order, and those of the management API', async () => {
  const { tags } = await (await visit.send(`${server}/openapi.json`)).json()
  expect(tags.map(({ name }: { name: string }) => name).join(', ')).toBe(
    'Authentication, Batch Jobs, Events, Files, Persons, Reward Suppliers, Rewards, SFTP Servers, Webhooks, Zone Rendering, ' +
      'Campaigns, Components, Emails, Report Runners',
  )
})

test('a call lists the scopes of its minimum level, or its required scopes', async () => {
  const consumer: oas31.OpenAPIObject = await (await visit.send('/openapi.json')).json()
  const backend: oas31.OpenAPIObject = await (await visit.send(`${server}/openapi.json`)).json()
  const roles = (document: oas31.OpenAPIObject, path: string, method: 'get' | 'post') =>
    document.paths![path]![method]!.security!.map(({ HEADER }) => HEADER).filter(Boolean)
  expect(roles(consumer, '/api/v4/me', 'post')).toEqual([['VERIFIED_CONSUMER']])
  expect(roles(consumer, '/api/v4/me/steps', 'get')).toEqual([['UPDATE_PROFILE']])
  expect(roles(backend, '/v6/events', 'post')).toEqual([['BACKEND'], ['CLIENT_ADMIN'], ['CLIENT_SUPERUSER']])
  expect(roles(backend, '/v4/tokens', 'get')).toEqual([[]])
})
