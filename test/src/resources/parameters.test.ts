import { beforeAll, describe, expect, expectTypeOf, test, vi } from 'vitest'
import { createRewards, type ParameterOptions, type ParametersStatus, type Rewards } from '../../../src/index.js'
import { SOON } from '../../soon.js'
import { failure } from '../failure.js'
import { json, web, wire } from '../wire.js'
import { useProgram } from './program.js'

const program = useProgram()
const succeeded = { polling_id: expect.any(String), status: 'SUCCEEDED' }

describe('the parameters of a verified consumer', () => {
  let rewards: Rewards
  beforeAll(async () => {
    rewards = (await program.verified('parameters@example.com')).rewards
  })

  test('are set together, and the others stay unchanged', async () => {
    const first = { size: 'M', plants: ['rose', 'pink'], balcony: true, 名前: '庭' }
    expect(await failure(rewards.parameters.update(first))).toMatchObject({ code: 'invalid_name', status: 403 })
    expect(await rewards.parameters.all()).toEqual({})
    const { 名前: _, ...named } = first
    expect(await rewards.parameters.update(named)).toEqual(succeeded)
    expect(await rewards.parameters.update({ size: 'L' }, { type: 'PUBLIC' })).toEqual(succeeded)
    expect(await rewards.parameters.all()).toEqual({ ...named, size: 'L' })
    expect(await program.rows("select type from parameters where name = 'size'")).toEqual([{ type: 'PUBLIC' }])
  })

  test('are set one by one', async () => {
    expect(await rewards.parameters.set('colour', { hue: 7 }, { wait: true })).toEqual(succeeded)
    expect(await rewards.parameters.all()).toMatchObject({ colour: { hue: 7 } })
  })

  test.each<[string, number, string, string | number | null, ParameterOptions?]>([
    ['read_only_name', 400, 'email', 'x@example.com'],
    ['read_only_name', 400, 'cookie_consent', 'granted'],
    ['invalid_name', 403, 'a/b c', 1],
    ['invalid_value', 403, 'a', null],
    ['invalid_value', 403, 'a', 'x'.repeat(2001)],
    ['client_params_name_length_out_of_range', 403, 'x'.repeat(201), 1, { type: 'CLIENT' }],
    ['client_params_value_length_out_of_range', 403, 'a', 'x'.repeat(2001), { type: 'CLIENT' }],
    ['binding_error', 400, 'a', 1, { type: 'SECRET' as 'CLIENT' }],
    ['invalid_argument', 0, '..', 1],
  ])('reject an invalid change with %s', async (code, status, name, value, options) => {
    expect(await failure(rewards.parameters.set(name, value, options))).toMatchObject({ code, status })
  })

  test('are hidden from a consumer who is not verified', async () => {
    const { rewards } = await program.identified('parameters@example.com')
    for (const call of [rewards.parameters.all(), rewards.parameters.set('a', 1), rewards.parameters.update({})])
      expect(await failure(call)).toMatchObject({ code: 'scopes_denied', status: 403 })
  })
})

describe('a pending change', () => {
  /** A platform that takes its time: the change can be read after `reads` looks. */
  const slow = (reads: number) =>
    wire(({ method, path }) => {
      if (path !== '/api/v4/me/parameters' && !path.startsWith('/api/v4/me/parameters/'))
        return web('token', '{"access_token":"token","expires_in":60,"scopes":[]}')
      if (method !== 'GET') return json({ polling_id: 'p', status: 'PENDING' })
      return json(reads-- > 0 ? {} : { size: 'M', colour: { hue: 7, shades: [{ a: 1, b: 2 }] } })
    })
  const of = ({ fetch }: ReturnType<typeof slow>) =>
    createRewards({ domain: 'https://share.brand.com', fetch }).parameters

  test('resolves as PENDING', async () => {
    expect(await of(slow(1)).set('size', 'M')).toEqual({ polling_id: 'p', status: 'PENDING' })
  })

  test('is not waited for if the platform says that it has succeeded', async () => {
    const platform = wire(({ method, path }) =>
      path === '/api/v5/token'
        ? json({ access_token: 'made', expires_in: 60, scopes: ['VERIFIED_CONSUMER'] })
        : json(method === 'GET' ? {} : { polling_id: 'p', status: 'SUCCEEDED' }),
    )
    const { parameters } = createRewards({ domain: 'https://share.brand.com', fetch: platform.fetch })
    expect(await parameters.set('size', 'M', { wait: true })).toEqual({ polling_id: 'p', status: 'SUCCEEDED' })
    expect(platform.requests.filter(({ method }) => method === 'GET')).toEqual([])
  })

  test('is waited for on request, until it can be read', async () => {
    vi.useFakeTimers()
    const platform = slow(2)
    const change = of(platform).update({ size: 'M' }, { wait: true })
    await vi.advanceTimersByTimeAsync(5_000)
    expect(await change).toEqual({ polling_id: 'p', status: 'SUCCEEDED' })
    expect(platform.requests.filter(({ method }) => method === 'GET')).toHaveLength(3)
    vi.useRealTimers()
  })

  test('of several parameters is waited for until each can be read', async () => {
    vi.useFakeTimers()
    const reads = [{ size: 'M' }, { size: 'M', brand: 'Acme' }]
    const platform = wire(({ method, path }) =>
      path.startsWith('/api/v4/me/parameters')
        ? json(method === 'GET' ? reads.shift()! : { polling_id: 'p', status: 'PENDING' })
        : web('token', '{"access_token":"token","expires_in":60,"scopes":[]}'),
    )
    const resolved = vi.fn()
    of(platform).update({ size: 'M', brand: 'Acme' }, { wait: true }).then(resolved)
    // Advances the fake time, too.
    await vi.waitFor(() => expect(resolved).toHaveBeenCalledWith({ polling_id: 'p', status: 'SUCCEEDED' }), SOON)
    vi.useRealTimers()
    expect(reads).toEqual([])
  })

  test('is recognized by its content, in any order', async () => {
    const colour = { shades: [{ b: 2, a: 1 }], hue: 7 }
    expect(await of(slow(0)).set('colour', colour, { wait: true })).toMatchObject({ status: 'SUCCEEDED' })
  })

  test('is waited for no longer than requested', async () => {
    expect(await failure(of(slow(9)).set('size', 'M', { wait: true, timeout: 20 }))).toMatchObject({ code: 'timeout' })
    const stop = new AbortController()
    const platform = slow(9)
    const change = failure(of(platform).set('size', 'M', { wait: true, signal: stop.signal }))
    await vi.waitFor(() => expect(platform.requests.filter(({ method }) => method === 'GET')).toHaveLength(1), SOON)
    stop.abort()
    expect(await change).toMatchObject({ code: 'aborted' })
  })

  test('is read no more after the caller has stopped to wait', async () => {
    vi.useFakeTimers()
    const stop = new AbortController()
    const platform = slow(99)
    const change = failure(of(platform).set('size', 'M', { wait: true, signal: stop.signal }))
    await vi.waitFor(() => expect(platform.requests.at(-1)!.method).toBe('GET'), SOON)
    stop.abort()
    await change
    const { length } = platform.requests
    await vi.advanceTimersByTimeAsync(60_000)
    vi.useRealTimers()
    expect(platform.requests).toHaveLength(length)
  })

  test('that is still not visible after ten minutes rejects, and is worth another look', async () => {
    vi.useFakeTimers()
    const change = failure(of(slow(99)).set('size', 'M', { wait: true }))
    await vi.advanceTimersByTimeAsync(601_000)
    vi.useRealTimers()
    expect(await change).toMatchObject({ code: 'timeout', retryable: true })
  })

  test.each<[string, string | number | boolean | object | null, object]>([
    ['keeps a number as text', 5, { size: '5' }],
    ['keeps a boolean as text', true, { size: 'true' }],
    ['takes a parameter away for null', null, {}],
  ])('is recognized where the platform %s', async (_, value, kept) => {
    const platform = wire(({ method, path }) =>
      path.startsWith('/api/v4/me/parameters')
        ? json(method === 'GET' ? kept : { polling_id: 'p', status: 'PENDING' })
        : web('token', '{"access_token":"token","expires_in":60,"scopes":[]}'),
    )
    expect(await of(platform).set('size', value, { wait: true })).toMatchObject({ status: 'SUCCEEDED' })
  })

  test('is waited for if the answer has no status', async () => {
    const reads: string[] = []
    const platform = wire(({ method, path }) => {
      if (!path.startsWith('/api/v4/me/parameters'))
        return web('token', '{"access_token":"token","expires_in":60,"scopes":[]}')
      reads.push(method)
      return method === 'GET' ? json({ size: 'M' }) : new Response(null, { status: 204 })
    })
    expect(await of(platform).set('size', 'M', { wait: true })).toEqual({ status: 'SUCCEEDED' })
    expect(reads).toEqual(['PUT', 'GET'])
    expect(await of(platform).set('size', 'M')).toEqual({})
  })
})

describe('nothing is sent', () => {
  const unused = () => wire(() => web('token', '{"access_token":"token","expires_in":60,"scopes":[]}'))

  test.each<[string, string, object]>([
    ['aborted', 'a signal that is aborted', { signal: AbortSignal.abort() }],
    ['aborted', 'a signal that is aborted, with `wait`', { wait: true, signal: AbortSignal.abort() }],
    ['invalid_argument', 'a signal that is none', { signal: {} }],
    ['invalid_argument', 'a timeout that is no number', { wait: true, timeout: '5' }],
  ])('and the call rejects with %s, for %s', async (code, _, options) => {
    const { fetch, requests } = unused()
    const { parameters } = createRewards({ domain: 'https://share.brand.com', fetch })
    for (const change of [parameters.set('size', 'M', options), parameters.update({ size: 'M' }, options)])
      expect(await failure(change)).toMatchObject({ code })
    expect(requests).toEqual([])
  })

  test('for a list of parameters, and for a value that is missing', async () => {
    const { fetch, requests } = unused()
    const { parameters } = createRewards({ domain: 'https://share.brand.com', fetch })
    const given = [['rose', 'pink']] as unknown as Record<string, unknown>
    for (const change of [parameters.update(given), parameters.set('size', undefined as never)])
      expect(await failure(change)).toMatchObject({ code: 'invalid_argument' })
    expect(requests).toEqual([])
  })
})

test('the types have the forms of the platform', () => {
  expectTypeOf<Rewards['parameters']['all']>().returns.resolves.toEqualTypeOf<Record<string, unknown>>()
  expectTypeOf<'PENDING' | 'SUCCEEDED' | 'FAILED'>().toExtend<ParametersStatus['status']>()
  expectTypeOf<ParameterOptions['type']>().toEqualTypeOf<'CLIENT' | 'PRIVATE' | 'PUBLIC' | undefined>()
})
