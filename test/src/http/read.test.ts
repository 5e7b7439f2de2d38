import { describe, expect, test } from 'vitest'
import { RewardsError } from '../../../src/error/error.js'
import { completeRefusal, refusalIn } from '../../../src/http/read.js'
import { isAnswerLost, isDeadToken } from '../../../src/http/retry.js'
import { toAnswer } from '../../../src/http/send.js'
import { loadCodes } from '../error/load-codes.js'

const URL_OF_ZONES = 'https://shop.brand.com/rewards/zones'
const ME = '/api/v4/me'

const asText = (body: unknown) => (typeof body === 'string' ? body : JSON.stringify(body))
const answer = (body: unknown, headers: Record<string, string> = {}, status = 200) =>
  toAnswer(URL_OF_ZONES, { status, headers: new Headers(headers), text: async () => asText(body) })

/** What an answer is: `accepted`, or its error. */
async function read(body: unknown, headers: Record<string, string> = {}, status = 200, path = ME) {
  const received = await answer(body, headers, status)
  try {
    const refusal = refusalIn(received, path, 'svc')
    return refusal ? await completeRefusal(refusal, loadCodes) : 'accepted'
  } catch (error) {
    return error as RewardsError
  }
}

const FOREIGN = expect.objectContaining({ name: 'RewardsError', code: 'network_error', retryable: true })
const TOKEN = { 'x-svc-token': 't-1' }
const errorBody = (code: string, http_status_code: unknown, more: object = {}) => ({
  code,
  http_status_code,
  message: 'No',
  parameters: {},
  unique_id: 'u-1',
  ...more,
})
const said = (text: string) => read('', { 'x-svc-error-message': text })

describe('a 200 with the platform’s token', () => {
  test.each([
    '',
    'plain text',
    '<h1>A creative</h1>',
    '{"id":"e-1","tok',
    'null',
    '{"portal":{"id":7}}',
  ])('is the platform’s, whatever its body is: %j', async body => {
    for (const path of ['/events', '/api/v6/events', '/zones', '/api/v6/zones', '/api/v5/token', ME])
      expect(await read(body, TOKEN, 200, path)).toBe('accepted')
  })
})

describe('a 200 without the platform’s token', () => {
  test.each<[path: string, whole: unknown]>([
    ['/events', { id: 'e-1', token: 't-1', cookie_consent: 'granted' }],
    ['/api/v6/events', { id: 'e-1', event_id: 'e-1' }],
    ['/api/v6/events', { id: 7, event_id: 7, person_id: null }],
    ['/api/v6/zones', { event_id: 'e-1', data: {} }],
    ['/api/v6/zones', { event_id: 'e-1', campaign_id: 'c-1', data: null }],
    ['/api/v5/token', { access_token: 't-1', expires_in: 60, scopes: [] }],
    ['/api/v5/token', { status: 'SUCCEEDED' }],
    [ME, { id: 'p-1' }],
    ['/api/v4/me/shares', []],
  ])('is the platform’s answer to %s if its body is whole: %j', async (path, body) => {
    expect(await read(body, {}, 200, path)).toBe('accepted')
  })

  test.each<[path: string, foreign: unknown]>([
    ['/events', { portal: { id: 7 } }],
    ['/events', { status: 'ok', id: null }],
    ['/events', { id: 7 }],
    ['/events', { id: 'e-1' }],
    ['/events', { id: 7, token: 't-1' }],
    ['/events', '{"id":"e-1","token":"t-1"'],
    ['/events', ''],
    ['/api/v6/events', { portal: { id: 7 } }],
    ['/api/v6/events', { status: 'ok', id: null }],
    ['/api/v6/events', { id: null, event_id: null }],
    ['/api/v6/events', { id: 7 }],
    ['/api/v6/events', { id: 'e-1', event_id: 'e-2' }],
    ['/api/v6/events', '{"id":"e-1","event_id":"e-1"'],
    ['/zones', { title: 'Give 20' }],
    ['/zones', '<h1>Log in to the hotel</h1>'],
    ['/zones', ''],
    ['/api/v6/zones', { data: {} }],
    ['/api/v6/zones', { event_id: 'e-1' }],
    [ME, '<h1>Log in to the hotel</h1>'],
    [ME, '"welcome"'],
    [ME, 'null'],
    [ME, ''],
  ])('is not the platform’s answer to %s otherwise: %j', async (path, body) => {
    expect(await read(body, {}, 200, path)).toEqual(FOREIGN)
  })

  test('is not the platform’s with the header of another vendor', async () => {
    expect(await read('', { 'x-acme-token': 't-1' })).toEqual(FOREIGN)
  })
})

test('204 is the platform’s answer to a change, and no receipt', async () => {
  expect(await read('', {}, 204)).toBe('accepted')
  expect(await read('', {}, 204, '/events')).toEqual(FOREIGN)
  expect(await read('', {}, 204, '/api/v6/events')).toEqual(FOREIGN)
})

describe('a refusal of the platform', () => {
  test('has all details that the platform sends', async () => {
    const body = errorBody('shareable_not_found', 403, { parameters: { code: 'ada' } })
    expect(await read(body, { 'retry-after': '7' }, 403)).toMatchObject({
      name: 'RewardsError',
      code: 'shareable_not_found',
      status: 403,
      message: 'No',
      parameters: { code: 'ada' },
      unique_id: 'u-1',
      retryable: false,
      retryAfter: '7',
      hasUnknownCode: false,
    })
  })

  test.each([
    [400, 'binding_error', false],
    [402, 'payment_required', false],
    [403, 'scopes_denied', false],
    [429, 'too_many_requests', true],
    [500, 'software_error', true],
    [503, 'some_code', true],
  ])('of %i with the code %s is retryable: %s', async (status, code, retryable) => {
    expect(await read(errorBody(code, status), {}, status)).toMatchObject({ code, status, retryable })
  })

  test('with an unknown code says so', async () => {
    expect(await read(errorBody('brand_new', 400), {}, 400)).toMatchObject({ code: 'brand_new', hasUnknownCode: true })
  })

  test.each([
    429, 500, 503,
  ])('with an unknown code and %i is an overload, which can last longer than five attempts', async status => {
    const error = await read(errorBody('brand_new', status), {}, status)
    expect(error).toMatchObject({ code: 'brand_new', retryable: true })
    expect(error).not.toMatchObject({ hasUnknownCode: true })
  })

  test('can be an error header with any status', async () => {
    const header = { 'x-svc-error-message': 'method_unauthorized: No' }
    expect(await read('', header, 403)).toMatchObject({ code: 'method_unauthorized', status: 403, message: 'No' })
  })
})

describe('an answer that says no and is not the platform’s', () => {
  test.each<[what: string, status: number, body: unknown]>([
    ['WordPress', 404, { code: 'rest_no_route', message: 'No route was found', data: { status: 404 } }],
    ['Express', 404, { code: 'NOT_FOUND' }],
    ['a backend', 403, { code: 'FORBIDDEN', message: 'No' }],
    ['an identity provider', 401, { code: 'UNAUTHENTICATED' }],
    ['a firewall', 403, { code: 'waf_blocked', message: 'Blocked', request_id: 'r-1' }],
    ['a load balancer', 499, { code: 'client_closed' }],
    ['a site with codes of its own', 401, { code: 'invalid_access_token', message: 'Log in' }],
    ['a body that lacks a field', 403, errorBody('access_denied', 403, { unique_id: undefined })],
    ['a body that names another status', 403, errorBody('access_denied', 401)],
    ['a body whose status is a text', 403, errorBody('access_denied', '403')],
    ['a proxy', 502, '<h1>Bad gateway</h1>'],
    ['a redirect', 302, ''],
    ['JSON that is no object', 403, '"text"'],
    ['an empty body', 403, ''],
  ])('is a network error: %s', async (_, status, body) => {
    const error = await read(body, TOKEN, status)
    expect(error).toEqual(FOREIGN)
    expect(error).toMatchObject({ status, message: expect.stringContaining(`${URL_OF_ZONES} answered ${status}`) })
  })

  test.each([404, 405, 421])('%i says what to check', async status => {
    const { message } = (await read('<h1>Not Found</h1>', {}, status)) as RewardsError
    expect(message).toContain('not like the platform')
    expect(message).toContain('`domain`')
  })

  test('passes Retry-After on: a load balancer knows how long it is busy', async () => {
    expect(await read('', { 'retry-after': '7' }, 503)).toMatchObject({ status: 503, retryAfter: '7' })
  })
})

describe('an error in a header of a 200', () => {
  test('has the status of its code', async () => {
    expect(await said('access_denied: some text: and more')).toMatchObject({
      code: 'access_denied',
      message: 'some text: and more',
      status: 403,
      retryable: false,
    })
  })

  test('can consist of the code alone', async () => {
    expect(await said('access_denied')).toMatchObject({ code: 'access_denied', status: 403, message: 'access_denied' })
  })

  test.each(['jwt_too_old', 'invalid_something'])('is a refusal if its code is %s', async code => {
    expect(await said(code)).toMatchObject({ code, status: 400, retryable: false, hasUnknownCode: false })
  })

  test('with an unknown text is retryable and keeps its status', async () => {
    expect(await said('Something broke')).toMatchObject({
      message: 'Something broke',
      status: 200,
      retryable: true,
      hasUnknownCode: true,
    })
  })

  test('with a code of an overload is retryable', async () => {
    const error = await said('too_many_requests')
    expect(error).toMatchObject({ status: 429, retryable: true, hasUnknownCode: false })
  })

  test('is read under its older name, and under the name of another vendor', async () => {
    const older = await answer('', { 'x-svc-error': 'access_denied' })
    expect(refusalIn(older, ME, 'svc')).toMatchObject({ code: 'access_denied' })
    const other = await answer('', { 'x-acme-error-message': 'access_denied' })
    expect(refusalIn(other, ME, 'acme')).toMatchObject({ code: 'access_denied' })
    expect(() => refusalIn(other, ME, 'svc')).toThrow(FOREIGN)
  })
})

describe('the table of the codes', () => {
  /** Completes a refusal by a table that cannot be loaded. Returns how often that was tried, too. */
  async function completeOffline(code: string, status: number) {
    let loads = 0
    const error = await completeRefusal(new RewardsError(code, 'No', { status }), async () => {
      loads++
      throw new Error('offline')
    })
    return { error, loads }
  }

  test.each([200, 403])('leaves a code unknown while it cannot be loaded, with the status %i', async status => {
    const { error, loads } = await completeOffline('access_denied', status)
    expect(error).toMatchObject({ code: 'access_denied', status, retryable: status === 200, hasUnknownCode: true })
    expect(loads).toBe(1)
  })

  test.each([
    ['no_creative', 200],
    ['too_many_requests', 429],
    ['software_error', 500],
    ['expired_access_token', 401],
    ['scopes_denied', 403],
  ])('is not loaded for %s with the status %i', async (code, status) => {
    const { error, loads } = await completeOffline(code, status)
    expect(loads).toBe(0)
    expect(error).not.toMatchObject({ hasUnknownCode: true })
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

  test('is not signaled by a status alone, nor by an answer that is not the platform’s', async () => {
    expect(isDeadToken(error('invalid_response', 401))).toBe(false)
    expect(isDeadToken((await read({ code: 'expired_access_token' }, {}, 401)) as RewardsError)).toBe(false)
  })
})

test('the platform’s answer is lost if nothing answers, or something else answers in its place', async () => {
  expect(isAnswerLost(new RewardsError('timeout', ''))).toBe(true)
  expect(isAnswerLost((await read('<h1>Bad gateway</h1>', {}, 502)) as RewardsError)).toBe(true)
  expect(isAnswerLost((await read(errorBody('software_error', 500), {}, 500)) as RewardsError)).toBe(false)
})
