import { describe, expect, test, vi } from 'vitest'
import type { z } from 'zod'
import type { oas31 } from 'zod-openapi'
import { codeOf } from '../use-platform.js'
import { type AnyCall, everyCall, tokenFor, useTrial } from './every-call.js'

const { visit, send, operationOf } = useTrial()

const aboutTheBody = ['binding_error', 'invalid_json', 'missing_request_body', 'unsupported_media_type']

/** The code of a refusal, if it is one. */
const refusalIn = async (response: Response) =>
  response.headers.has('X-Svc-Error-Message') || response.status >= 400 ? codeOf(response) : undefined

/** What is of no use to a field: whatever its schema does not take. */
const wrongFor = (field: z.ZodType) => [7, 'not that', [], {}, null].find(value => !field.safeParse(value).success)

const json = { 'Content-Type': 'application/json' }

/** The most bytes that a call takes. */
const largest = 262_144

const takesJson = ({ docs: { body } }: AnyCall) => body !== undefined && !body.accepts?.includes('multipart')

describe.each(everyCall.filter(takesJson))('$method $path at $origin', call => {
  const { optional, schema } = call.docs.body!
  const { shape } = schema as z.ZodObject
  const exampleOf = () => {
    const { content } = operationOf(call).requestBody as oas31.RequestBodyObject
    const { examples } = Object.values(content)[0]!.schema as oas31.SchemaObject
    return examples![0] as object
  }

  test('takes the example of its document, and answers as that says', async () => {
    const response = await send(call, { token: await tokenFor(call, visit), json: exampleOf() })
    expect(aboutTheBody).not.toContain(await refusalIn(response))
  })

  test('refuses each field that its schema refuses, by name', async () => {
    const token = await tokenFor(call, visit)
    for (const [name, field] of Object.entries(shape)) {
      const wrong = wrongFor(field as z.ZodType)
      if (wrong === undefined) continue
      const response = await send(call, { token, json: { ...exampleOf(), [name]: wrong } })
      expect([name, await refusalIn(response)]).toEqual([name, 'binding_error'])
      if (!call.isQuiet) expect((await response.json()).parameters.parameter).toMatch(new RegExp(`^${name}\\b`))
    }
  })

  test('refuses a body that is too large before it reads it, however it is sent', async () => {
    const token = await tokenFor(call, visit)
    const large = JSON.stringify({ data: 'x'.repeat(5_000_000) })
    expect(await refusalIn(await send(call, { token, text: large, headers: json }))).toBe('request_too_large')
    let sent = 0
    const chunk = new TextEncoder().encode('x'.repeat(65_536))
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += chunk.length
        controller.enqueue(chunk)
      },
    })
    const response = await send(call, { token, stream: endless, headers: json })
    expect(await refusalIn(response)).toBe('request_too_large')
    if (!call.isQuiet)
      expect([response.status, (await response.json()).parameters.largest_bytes]).toEqual([413, largest])
    expect(sent).toBeLessThan(2 * largest)
  })

  test('refuses a body that ends before it is complete, and logs no fault of its own', async () => {
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
    expect(await refusalIn(response)).toBe('binding_error')
    expect(logged).not.toHaveBeenCalled()
    logged.mockRestore()
  })

  test('refuses a body that is no JSON, no object, of another type, too deep or not there', async () => {
    const token = await tokenFor(call, visit)
    const refusal = async (body: string | undefined, type: string) =>
      refusalIn(await send(call, { token, text: body, headers: { 'Content-Type': type } }))
    const deep = `{"data":${'['.repeat(200)}${']'.repeat(200)}}`
    expect(await refusal('{', 'application/json')).toBe('invalid_json')
    expect(await refusal('[]', 'application/json')).toBe('binding_error')
    expect(await refusal(deep, 'application/json')).toBe('invalid_parameter')
    expect(await refusal('<a/>', 'application/xml')).toBe('unsupported_media_type')
    const missing = await refusal('', 'application/json')
    if (optional) expect(aboutTheBody).not.toContain(missing)
    else expect(missing).toBe('missing_request_body')
  })
})

test.each(
  everyCall.filter(({ docs }) => !docs.body),
)('$method $path at $origin answers as its document says', async call => {
  const response = await send(call, { token: await tokenFor(call, visit) })
  // Only a consumer's token can be marked as verified, and this is the brand's.
  const isDenied = call.method === 'PUT' && call.path === '/v4/tokens/{token}'
  expect(response.status).toBe(isDenied ? 403 : 200)
  expect(await refusalIn(response)).toBe(isDenied ? 'access_denied' : undefined)
  if (response.ok) expect(response.headers.get('Cache-Control')).toBe('private, no-store')
})

describe.each(everyCall.filter(({ docs }) => docs.query))('$method $path at $origin', call => {
  test('drops a parameter that it does not know', async () => {
    const token = await tokenFor(call, visit)
    const [plain, dropped] = [await send(call, { token }), await send(call, { token, filters: { colour: 'green' } })]
    expect([dropped.status, withoutIds(await dropped.text())]).toEqual([plain.status, withoutIds(await plain.text())])
  })

  test('refuses each filter that its schema refuses, by name', async () => {
    const token = await tokenFor(call, visit)
    for (const [name, filter] of Object.entries(call.docs.query!.shape)) {
      const response = await send(call, { token, filters: { [name]: 'not that' } })
      const isRefused = !(filter as z.ZodType).safeParse('not that').success
      expect([name, (await refusalIn(response)) === 'binding_error']).toEqual([name, isRefused])
    }
  })
})

/** An error's id, and an event's, are others each time. */
const withoutIds = (text: string) => text.replace(/"(unique_id|id|token)":"[^"]*"/g, '')
