import { expect, test } from 'vitest'
import { z } from 'zod'
import { type BodyShape, parseBody } from '../../../../demo/platform/http/body.js'
import { MAX_DEPTH } from '../../../../demo/platform/http/exceeds-depth.js'

const JSON_TYPE = 'application/json'
const FORM_TYPE = 'application/x-www-form-urlencoded'

const shape = {
  schema: z.strictObject({ name: z.unknown() }).partial(),
  accepts: ['json', 'form', 'text'],
} satisfies BodyShape

const read = (type: string, body: BodyInit, more: Partial<BodyShape> = {}, headers: Record<string, string> = {}) => {
  const init = { method: 'POST', headers: { 'Content-Type': type, ...headers }, body }
  const request = new Request('https://api.example', init)
  return parseBody(request, { ...shape, ...more })
}
const latin1 = (text: string) => Uint8Array.from(Buffer.from(text, 'latin1'))
const nested = (levels: number) => `{"name":${'['.repeat(levels - 1)}1${']'.repeat(levels - 1)}}`

test.each([
  [JSON_TYPE, '{"name":"é"}'],
  ['Application/JSON; charset=utf-8', '{"name":"é"}'],
  ['text/plain;charset=UTF-8', '{"name":"é"}'],
  [FORM_TYPE, 'name=%C3%a9'],
])('a body of the type %s is read: %s', async (type, body) => {
  expect(await read(type, body)).toEqual({ name: 'é' })
})

test.each<[string, string, BodyInit, string]>([
  ['invalid_json', JSON_TYPE, latin1('{"name":"é"}'), 'The body is not UTF-8'],
  ['invalid_json', JSON_TYPE, '{"name":', 'The body is not valid JSON'],
  ['binding_error', FORM_TYPE, 'name=%E9', 'The form is not UTF-8'],
  ['binding_error', FORM_TYPE, 'name=%e9', 'The form is not UTF-8'],
  ['missing_request_body', FORM_TYPE, '', 'The request has no body'],
  ['missing_request_body', JSON_TYPE, ' \n', 'The request has no body'],
  ['unsupported_media_type', '', '{"name":"x"}', 'The body has no content type'],
  ['unsupported_media_type', 'text/html', '{"name":"x"}', 'The content type text/html is not supported'],
  ['binding_error', JSON_TYPE, '{"nmae":"x"}', 'nmae: There is no field of this name'],
  ['invalid_parameter', JSON_TYPE, nested(MAX_DEPTH + 1), `The body can have at most ${MAX_DEPTH} levels of nesting`],
])('%s is the answer to a body of the type %s: %s', async (code, type, body, message) => {
  await expect(read(type, body)).rejects.toMatchObject({ code, message })
})

test('a body that is optional can be empty, and one of the deepest kind is read', async () => {
  for (const type of [JSON_TYPE, FORM_TYPE]) expect(await read(type, '', { optional: true })).toEqual({})
  expect(await read(JSON_TYPE, nested(MAX_DEPTH))).toHaveProperty('name')
})

test.each([
  [JSON_TYPE, (bytes: number) => `{"name":"${'x'.repeat(bytes - 11)}"}`],
  [FORM_TYPE, (bytes: number) => `name=${'x'.repeat(bytes - 5)}`],
])('a body of the type %s can have 256 KiB, also if its size is announced', async (type, bodyOf) => {
  const largest = 262_144
  const announced = { 'Content-Length': String(largest) }
  for (const headers of [{}, announced]) expect(await read(type, bodyOf(largest), {}, headers)).toHaveProperty('name')
  await expect(read(type, bodyOf(largest + 1))).rejects.toMatchObject({ code: 'request_too_large' })
})
