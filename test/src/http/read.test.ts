import { describe, expect, test } from 'vitest'
import { RewardsError } from '../../../src/http/error.js'
import { errorIn, notThePlatform, readJson } from '../../../src/http/read.js'
import { isDeadToken } from '../../../src/http/retry.js'
import type { Answer } from '../../../src/http/send.js'

const answer = (text: string, headers: Record<string, string> = {}, status = 200): Answer => ({
  url: 'https://shop.brand.com/rewards/zones',
  status,
  headers: new Headers(headers),
  text,
})
const errorBody = (fields: object) => JSON.stringify({ parameters: {}, unique_id: 'u-1', message: 'No', ...fields })
const said = (text: string) => errorIn(answer('', { 'x-svc-error-message': text }), 'svc')

/** The codes of specification 7 and of the platform itself, and the status each has. */
const STATUS_OF_CODE: [code: string, status: number][] = [
  ['binding_error', 400],
  ['invalid_json', 400],
  ['invalid_parameter', 400],
  ['missing_request_body', 400],
  ['software_error', 500],
  ['invalid_access_token_duration', 400],
  ['invalid_client_id', 400],
  ['jwt_error', 400],
  ['data_already_exists', 400],
  ['data_not_found', 400],
  ['read_only_name', 400],
  ['invalid_campaign_id', 400],
  ['method_unauthorized', 401],
  ['invalid_credentials', 401],
  ['invalid_access_token', 401],
  ['expired_access_token', 401],
  ['jwt_authentication_error', 401],
  ['payment_required', 402],
  ['access_denied', 403],
  ['scopes_denied', 403],
  ['missing_credentials', 403],
  ['missing_access_token', 403],
  ['person_not_found', 403],
  ['request_too_large', 413],
  ['unsupported_media_type', 415],
  ['too_many_requests', 429],
]

describe('an answer without an error', () => {
  test.each([200, 204, 302, 399])('has any status from 200 to 299 and no error header: %i', status => {
    expect(errorIn(answer('', {}, status), 'svc')).toBeUndefined()
  })
})

describe('an error with an HTTP status', () => {
  test('has all details that the platform sends', () => {
    const body = errorBody({ code: 'shareable_not_found', http_status_code: 403, parameters: { code: 'ada' } })
    expect(errorIn(answer(body, {}, 403), 'svc')).toMatchObject({
      name: 'RewardsError',
      code: 'shareable_not_found',
      status: 403,
      message: 'No',
      parameters: { code: 'ada' },
      unique_id: 'u-1',
      retryable: false,
      retryAfter: undefined,
    })
  })

  test.each([
    '<h1>Bad gateway</h1>',
    '',
    'null',
    '"text"',
    '[]',
    '{}',
    '{"message":"Service Unavailable"}',
    '{"code":502,"message":"Bad gateway"}',
  ])('and the body %j is described by its status', body => {
    expect(errorIn(answer(body, {}, 502), 'svc')).toMatchObject({
      code: 'invalid_response',
      status: 502,
      parameters: {},
      retryable: true,
    })
  })

  test.each([404, 405])('%i without a platform error says what was requested and what to check', status => {
    const message = errorIn(answer('<h1>Not Found</h1>', {}, status), 'svc')?.message
    expect(message).toContain(`https://shop.brand.com/rewards/zones answered ${status}`)
    expect(message).toContain('not from the platform')
    expect(message).toContain('`domain`')
  })

  test('404 of the platform keeps its message', () => {
    const body = errorBody({ code: 'not_found', http_status_code: 404, message: 'Nothing answers at this address' })
    const error = errorIn(answer(body, {}, 404), 'svc')
    expect(error).toMatchObject({ code: 'not_found', message: 'Nothing answers at this address' })
  })

  test.each([
    { http_status_code: '403', message: null, parameters: null },
    { http_status_code: null, message: 5, parameters: 'none' },
  ])('and fields of other types, %j, is still an error of the platform', fields => {
    const error = errorIn(answer(errorBody({ code: 'scopes_denied', ...fields }), {}, 403), 'svc')
    expect(error).toMatchObject({ code: 'scopes_denied', status: 403, message: expect.stringMatching(/./) })
    expect(error?.parameters).toBeTypeOf('object')
  })

  test.each([
    [400, false],
    [401, false],
    [403, false],
    [415, false],
    [429, true],
    [500, true],
    [503, true],
  ])('of %i is retryable: %s', (status, retryable) => {
    const body = errorBody({ code: 'some_code', http_status_code: status })
    expect(errorIn(answer(body, {}, status), 'svc')?.retryable).toBe(retryable)
  })

  test('503 is retryable, whatever status its body names', () => {
    const body = errorBody({ code: 'access_denied', http_status_code: 403 })
    expect(errorIn(answer(body, {}, 503), 'svc')?.retryable).toBe(true)
  })

  test.each<unknown>([7, {}, { toString: null }])('and the message %j is described by its status', message => {
    const error = errorIn(answer(errorBody({ code: 'access_denied', message }), {}, 403), 'svc')
    expect(error).toMatchObject({ code: 'access_denied', status: 403, message: expect.stringContaining('403') })
  })

  test('passes Retry-After on', () => {
    expect(errorIn(answer('', { 'retry-after': '7' }, 429), 'svc')?.retryAfter).toBe('7')
  })
})

describe('an error in a header of a 200', () => {
  test.each(STATUS_OF_CODE)('%s has the status %i of its code', (code, status) => {
    const error = said(`${code}: some text: and more`)
    expect(error).toMatchObject({
      code,
      message: 'some text: and more',
      status,
      retryable: status === 429 || status === 500,
    })
  })

  test('can consist of the code alone', () => {
    expect(said('access_denied')).toMatchObject({ code: 'access_denied', status: 403, message: 'access_denied' })
  })

  test('with an unknown code is retryable and keeps its status', () => {
    expect(said('Something broke')).toMatchObject({ message: 'Something broke', status: 200, retryable: true })
  })

  test('is read under its older name, and under the name of another vendor', () => {
    expect(errorIn(answer('', { 'x-svc-error': 'access_denied' }), 'svc')?.code).toBe('access_denied')
    expect(errorIn(answer('', { 'x-acme-error-message': 'access_denied' }), 'acme')?.code).toBe('access_denied')
    expect(errorIn(answer('', { 'x-acme-error-message': 'access_denied' }), 'svc')).toBeUndefined()
  })
})

describe('a JSON body', () => {
  test('is parsed', () => {
    expect(readJson(answer('{"a":[1]}'))).toEqual({ a: [1] })
  })

  test('rejects with invalid_response when it is not JSON', () => {
    const broken = answer('{"a":', { 'content-type': 'application/json; charset=utf-8' })
    expect(() => readJson(broken)).toThrow(expect.objectContaining({ code: 'invalid_response', retryable: false }))
  })

  test('is a network error when it is the page of a network', () => {
    const portal = answer('<html>Log in to the hotel</html>', { 'content-type': 'text/html' })
    expect(() => readJson(portal)).toThrow(expect.objectContaining({ code: 'network_error', retryable: true }))
  })
})

describe('a dead token', () => {
  const error = (code: string, status: number) => new RewardsError(code, '', { status })

  test.each([
    'expired_access_token',
    'invalid_access_token',
    'missing_access_token',
  ])('has the code %s, with status 401 or 403', code => {
    expect(isDeadToken(error(code, 401))).toBe(true)
    expect(isDeadToken(error(code, 403))).toBe(true)
  })

  test('has the code method_unauthorized with status 401 only', () => {
    expect(isDeadToken(error('method_unauthorized', 401))).toBe(true)
    expect(isDeadToken(error('method_unauthorized', 403))).toBe(false)
  })

  test.each([
    'access_denied',
    'scopes_denied',
    'invalid_access_token_duration',
    'jwt_authentication_error',
  ])('is not signaled by %s', code => {
    expect(isDeadToken(error(code, 401))).toBe(false)
    expect(isDeadToken(error(code, 403))).toBe(false)
  })

  test('is not signaled by a status alone, nor by a network error', () => {
    expect(isDeadToken(error('invalid_response', 401))).toBe(false)
    expect(isDeadToken(notThePlatform(answer('')))).toBe(false)
  })
})
