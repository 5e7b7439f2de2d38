import { describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { codeOf, server } from '../use-platform.js'
import { acceptsJson, everyCall, tokenFor, useEveryCall } from './every-call.js'

const { visit, send, exampleOf } = useEveryCall()

const bodyErrors = ['binding_error', 'invalid_json', 'missing_request_body', 'unsupported_media_type']

/** The error code of a response. Undefined for a success. */
const errorIn = async (response: Response) =>
  response.headers.has('X-Svc-Error-Message') || response.status >= 400 ? codeOf(response) : undefined

/** A value that the schema of a field rejects. */
const invalidValueFor = (field: z.ZodType) =>
  [7, 'not that', [], {}, null].find(value => !field.safeParse(value).success)

/** Whether a body can have any fields: it is the data of an event or zone. */
const isOpen = (schema: z.ZodType) => schema instanceof z.ZodObject && schema.def.catchall instanceof z.ZodUnknown

const json = { 'Content-Type': 'application/json' }

/** The maximum size of a body. */
const MAX_BYTES = 262_144

describe.each(everyCall.filter(acceptsJson))('$method $path at $origin', call => {
  const { optional, schema } = call.docs.body!
  const { shape } = schema as z.ZodObject

  test('accepts the example of its document, and its response matches the document', async () => {
    const response = await send(call, { token: await tokenFor(call, visit), json: exampleOf(call) })
    expect([...bodyErrors, 'software_error']).not.toContain(await errorIn(response))
  })

  test('rejects each invalid field by its name', async () => {
    const token = await tokenFor(call, visit)
    for (const [name, field] of Object.entries(shape)) {
      const wrong = invalidValueFor(field as z.ZodType)
      if (wrong === undefined) continue
      const response = await send(call, { token, json: { ...exampleOf(call), [name]: wrong } })
      expect([name, await errorIn(response)]).toEqual([name, 'binding_error'])
      if (!call.isWebFriendly) expect((await response.json()).parameters.parameter).toMatch(new RegExp(`^${name}\\b`))
    }
  })

  test.runIf(call.origin === server && !isOpen(schema))('rejects an unknown field by its name', async () => {
    const response = await send(call, {
      token: await tokenFor(call, visit),
      json: { ...exampleOf(call), colour: 'green' },
    })
    const { code, parameters } = await response.json()
    expect([code, parameters]).toEqual(['binding_error', { parameter: 'colour' }])
  })

  test('rejects a body that is too large before it is read, with and without an announced length', async () => {
    const token = await tokenFor(call, visit)
    const large = JSON.stringify({ data: 'x'.repeat(5_000_000) })
    expect(await errorIn(await send(call, { token, text: large, headers: json }))).toBe('request_too_large')
    let sent = 0
    const chunk = new TextEncoder().encode('x'.repeat(65_536))
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += chunk.length
        controller.enqueue(chunk)
      },
    })
    const response = await send(call, { token, stream: endless, headers: json })
    expect(await errorIn(response)).toBe('request_too_large')
    if (!call.isWebFriendly)
      expect([response.status, (await response.json()).parameters.largest_bytes]).toEqual([413, MAX_BYTES])
    expect(sent).toBeLessThan(2 * MAX_BYTES)
  })

  test('rejects a body that ends too early, and logs no error', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    const broken = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"data":'))
      },
      pull(controller) {
        controller.error(new Error('aborted'))
      },
    })
    const response = await send(call, { token: await tokenFor(call, visit), stream: broken, headers: json })
    expect(await errorIn(response)).toBe('binding_error')
    expect(logged).not.toHaveBeenCalled()
    logged.mockRestore()
  })

  test('rejects a body that is not JSON, not an object, of another type, nested too deeply, or missing', async () => {
    const token = await tokenFor(call, visit)
    const refusal = async (body: string | undefined, type: string) =>
      errorIn(await send(call, { token, text: body, headers: { 'Content-Type': type } }))
    const deep = `{"data":${'['.repeat(200)}${']'.repeat(200)}}`
    expect(await refusal('{', 'application/json')).toBe('invalid_json')
    expect(await refusal('[]', 'application/json')).toBe('binding_error')
    expect(await refusal(deep, 'application/json')).toBe('invalid_parameter')
    expect(await refusal('<a/>', 'application/xml')).toBe('unsupported_media_type')
    for (const empty of ['', ' \n']) {
      const missing = await refusal(empty, 'application/json')
      if (optional) expect([...bodyErrors, 'software_error']).not.toContain(missing)
      else expect(missing).toBe('missing_request_body')
    }
  })
})

test.each(everyCall.filter(({ docs }) => !docs.body))('$method $path at $origin responds as documented', async call => {
  const response = await send(call, { token: await tokenFor(call, visit) })
  // Only consumer tokens can be marked as verified, and this is a bearer token.
  const isDenied = call.method === 'PUT' && call.path === '/v4/tokens/{token}'
  expect(response.status).toBe(isDenied ? 403 : 200)
  expect(await errorIn(response)).toBe(isDenied ? 'access_denied' : undefined)
  if (response.ok) expect(response.headers.get('Cache-Control')).toBe('private, no-store')
})

describe.each(everyCall.filter(({ docs }) => docs.query))('$method $path at $origin', call => {
  test('ignores unknown parameters', async () => {
    const token = await tokenFor(call, visit)
    const [plain, dropped] = [await send(call, { token }), await send(call, { token, filters: { colour: 'green' } })]
    expect([dropped.status, withoutIds(await dropped.text())]).toEqual([plain.status, withoutIds(await plain.text())])
  })

  test('rejects each invalid filter by its name', async () => {
    const token = await tokenFor(call, visit)
    for (const [name, filter] of Object.entries(call.docs.query!.shape)) {
      const response = await send(call, { token, filters: { [name]: 'not that' } })
      const isRefused = !(filter as z.ZodType).safeParse('not that').success
      expect([name, (await errorIn(response)) === 'binding_error']).toEqual([name, isRefused])
    }
  })
})

/** Replaces ids, which are different in each response. */
const withoutIds = (text: string) => text.replace(/"(unique_id|id|token|filename)":"[^"]*"/g, '')
