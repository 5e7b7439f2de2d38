import { describe, expect, test } from 'vitest'
import { createExchange } from '../../../src/http/exchange.js'
import { readOptions } from '../../../src/options.js'
import { createTokenStore } from '../../../src/token/store.js'
import { createToken } from '../../../src/token/token.js'
import { web, wire } from '../wire.js'

/** An exchange of a page that holds a token, before a platform that brings another with each answer. */
function exchangeOf(carrier: 'cookie' | 'header' | 'query') {
  const platform = wire(() => web('brought', '{"id":"e-1"}'))
  const settings = readOptions({ domain: 'https://share.brand.com', fetch: platform.fetch })
  const token = createToken(createTokenStore(settings))
  token.replace(token.stamp(), 'in force', carrier === 'cookie')
  const brought: string[] = []
  const exchange = createExchange(settings, {
    token,
    carrier: () => carrier,
    onConsent() {},
    onToken: ({ access_token }) => brought.push(access_token),
    sessionSignal: () => new AbortController().signal,
  })
  return { exchange, requests: platform.requests, brought, token }
}

const EVENT = { method: 'POST', path: '/api/v6/events', body: '{}' }

describe('a request with the token in force', () => {
  test('passes on the token of the answer', async () => {
    const { exchange, brought } = exchangeOf('header')
    await exchange(EVENT, 'in force')
    expect(brought).toEqual(['brought'])
  })
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

test('a JWT is sent in a header named after the vendor', async () => {
  const { exchange, requests } = exchangeOf('header')
  await exchange({ ...EVENT, jwt: 'a.b.c' }, 'in force')
  expect(requests[0]!.headers.get('x-svc-jwt')).toBe('a.b.c')
})
