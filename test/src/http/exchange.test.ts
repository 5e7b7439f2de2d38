import { describe, expect, test } from 'vitest'
import { createExchange } from '../../../src/http/exchange.js'
import { readOptions } from '../../../src/settings/options.js'
import { createToken } from '../../../src/token/token.js'
import { loadDiagnostics } from '../diagnostics/load.js'
import { loadCodes } from '../error/load-codes.js'
import { web, wire } from '../wire.js'

/** An exchange of a page that holds a token, before a platform that brings another with each answer. */
function exchangeOf(carrier: 'cookie' | 'header' | 'query', headers: Record<string, string> = {}) {
  const platform = wire(() => web('brought', '{"id":"e-1"}', headers))
  const settings = readOptions({ domain: 'https://share.brand.com', fetch: platform.fetch })
  const token = createToken(settings)
  token.replace({ stamp: token.stamp(), access_token: 'in force', travelsByCookie: carrier === 'cookie' })
  const brought: string[] = []
  const consents: string[] = []
  const exchange = createExchange(settings, {
    token,
    carrier: () => carrier,
    onConsent: consent => consents.push(consent),
    authorizer: { accept: ({ access_token }) => void brought.push(access_token) },
    loadDiagnostics,
    loadCodes,
  })
  return { exchange, requests: platform.requests, brought, consents, token }
}

const EVENT = { method: 'POST', path: '/api/v6/events', body: '{}' }

describe('a request with the token in force', () => {
  test('passes on the token of the answer', async () => {
    const { exchange, brought } = exchangeOf('header')
    await exchange(EVENT, 'in force')
    expect(brought).toEqual(['brought'])
  })
})

test('the token in an answer is ignored if it is that of the request, and a newer token is in force', async () => {
  const { exchange, brought, token } = exchangeOf('header', { 'x-svc-token': 'in force' })
  const answered = exchange(EVENT, 'in force')
  token.replace({ stamp: token.stamp(), access_token: 'newer', travelsByCookie: false })
  await answered
  expect(brought).toEqual([])
  expect(token.current()?.access_token).toBe('newer')
})

describe('a request with another token', () => {
  test.each(['cookie', 'header', 'query'] as const)('does not change the token in force (%s)', async carrier => {
    const { exchange, brought, token } = exchangeOf(carrier)
    await exchange(EVENT, 'of somebody who was here before')
    expect(brought).toEqual([])
    expect(token.current()?.access_token).toBe('in force')
  })

  test('sends it in the header, without the cookie of the token in force', async () => {
    const { exchange, requests } = exchangeOf('cookie')
    await exchange(EVENT, 'of-before')
    expect(requests).toMatchObject([{ token: 'of-before', credentials: 'omit' }])
  })
})

describe('the consent in an answer', () => {
  const denied = { 'x-svc-cookie-consent': 'denied' }

  test('counts if the answer is for the token in force', async () => {
    const { exchange, consents } = exchangeOf('header', denied)
    await exchange(EVENT, 'in force')
    expect(consents).toEqual(['denied'])
  })

  test('does not count if the answer is for another token, such as that of a share link or of an earlier person', async () => {
    const { exchange, consents } = exchangeOf('header', denied)
    await exchange(EVENT, 'of somebody who was here before')
    expect(consents).toEqual([])
  })

  test('does not count if the consumer has logged out since the request was sent', async () => {
    const { exchange, consents, token } = exchangeOf('header', denied)
    // Without this signal the request would end with the session.
    const { signal: sessionSignal } = new AbortController()
    const answered = exchange({ ...EVENT, sessionSignal }, 'in force')
    token.forget()
    await answered
    expect(consents).toEqual([])
  })

  test('does not count in the answer to a revocation by the program’s cookie', async () => {
    const { exchange, consents, token } = exchangeOf('cookie', denied)
    token.forget()
    await exchange({ method: 'DELETE', path: '/api/v5/token', bearer: true, withCookies: true })
    expect(consents).toEqual([])
  })
})

test('a JWT is sent in a header named after the vendor', async () => {
  const { exchange, requests } = exchangeOf('header')
  await exchange({ ...EVENT, jwt: 'a.b.c' }, 'in force')
  expect(requests[0]!.headers.get('x-svc-jwt')).toBe('a.b.c')
})
