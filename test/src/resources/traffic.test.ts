import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Rewards } from '../../../src/index.js'
import { proofOf } from '../../proof.js'
import { SOON } from '../../soon.js'
import { against } from '../against.js'
import { failure } from '../failure.js'
import { createGate } from '../session/open-session.js'
import { error, json, type Sent, web } from '../wire.js'
import { scripted } from './scripted.js'

afterEach(() => void vi.useRealTimers())

const profile = { id: 'ada', email: null }
/** The platform's answer, with how long to wait. */
const refused = (status: number, code: string, seconds = '0.01') => {
  const response = error(status, code)
  response.headers.set('retry-after', seconds)
  return response
}

describe('the same reads at the same time', () => {
  test('are one request, and a later read is another', async () => {
    const { rewards, asked } = scripted(() => profile)
    const answers = await Promise.all(Array.from({ length: 5 }, () => rewards.profile.get()))
    expect(answers).toEqual(Array(5).fill(profile))
    expect(asked()).toHaveLength(1)
    await rewards.profile.get()
    expect(asked()).toHaveLength(2)
  })

  test('are one request also where an earlier read ends meanwhile', async () => {
    const answers: (() => void)[] = []
    const { rewards, asked } = scripted(({ method }) =>
      method === 'GET' ? new Promise(resolve => answers.push(() => resolve(profile))) : { status: 'SUCCEEDED' },
    )
    const reads = () => asked().filter(({ method }) => method === 'GET')
    // Brings the token.
    await rewards.profile.update({ first_name: 'Ada' })
    const earlier = rewards.profile.get()
    await vi.waitFor(() => expect(reads()).toHaveLength(1), SOON)
    await rewards.profile.update({ first_name: 'Augusta' })
    const one = rewards.profile.get()
    await vi.waitFor(() => expect(reads()).toHaveLength(2), SOON)
    answers[0]!()
    await earlier
    const other = rewards.profile.get()
    await new Promise(setImmediate)
    for (const answer of answers) answer()
    await Promise.all([one, other])
    expect(reads()).toHaveLength(2)
  })

  test('give each caller an object of its own', async () => {
    const { rewards, asked } = scripted(() => ({ id: 'ada', email: null }))
    const [one, other] = await Promise.all([rewards.profile.get(), rewards.profile.get()])
    expect(one).toEqual(other)
    expect(one).not.toBe(other)
    expect(asked()).toHaveLength(1)
  })

  test('fail together, with one error event', async () => {
    const { rewards, asked, told } = scripted(() => error(403, 'scopes_denied'))
    const calls = [rewards.steps.list(), rewards.steps.list()].map(failure)
    expect(new Set((await Promise.all(calls)).map(({ code }) => code))).toEqual(new Set(['scopes_denied']))
    expect(asked()).toHaveLength(1)
    expect(told).toHaveLength(1)
  })

  test('are several requests if their filters differ', async () => {
    const { rewards, asked } = scripted(() => [])
    await Promise.all([
      rewards.steps.list({ quality: 'LOW' }),
      rewards.steps.list(),
      rewards.steps.list({ quality: 'LOW' }),
    ])
    const paths = asked().map(({ path }) => path)
    expect(paths.sort()).toEqual(['/api/v4/me/steps', '/api/v4/me/steps?quality=LOW'])
  })

  test('have their filters in the order of the caller, and are several requests if that differs', async () => {
    const { rewards, asked } = scripted(() => [])
    await Promise.all([
      rewards.steps.list({ step_name: 'share', quality: 'LOW' }),
      rewards.steps.list({ quality: 'LOW', step_name: 'share' }),
    ])
    expect(asked().map(({ path }) => path)).toEqual([
      '/api/v4/me/steps?step_name=share&quality=LOW',
      '/api/v4/me/steps?quality=LOW&step_name=share',
    ])
  })

  test('of two consumers are two requests', async () => {
    let release = () => {}
    const held = new Promise<void>(resolve => {
      release = resolve
    })
    const { rewards, asked } = scripted(async (_, index) => {
      if (!index) return []
      if (index === 1) await held
      return { id: `person ${index}`, email: null }
    })
    // Whose a read is, is known once there is a token.
    await rewards.steps.list()
    const first = rewards.profile.get().catch(({ code }) => code)
    await vi.waitFor(() => expect(asked()).toHaveLength(2), SOON)
    await rewards.logout()
    expect(await rewards.profile.get()).toEqual({ id: 'person 2', email: null })
    release()
    expect(await first).toBe('logged_out')
  })
})

describe('a read that is under way', () => {
  /** A page whose first read of the profile is answered late, once `release` was called. Each answer says which request it answers. */
  async function readingPage(answer: (sent: Sent) => Response | undefined) {
    let release = () => {}
    const held = new Promise<void>(resolve => {
      release = resolve
    })
    let reads = 0
    const { rewards, paths } = against(async sent => {
      if (sent.path !== '/api/v4/me') return answer(sent)
      const id = `answer ${++reads}`
      if (reads === 1) await held
      return json({ id, email: null })
    })
    // Brings the token, without which no reads are shared.
    await rewards.parameters.all()
    const first = rewards.profile.get()
    await vi.waitFor(() => expect(paths()).toContain('/api/v4/me'), SOON)
    return { rewards, first, release }
  }

  test('is not shared once the same token has more scopes', async () => {
    const { rewards, first, release } = await readingPage(({ method, path, token }) => {
      if (path !== '/api/v5/token' || method !== 'GET') return undefined
      return json({ access_token: token, expires_in: 60, scopes: ['UPDATE_PROFILE', 'VERIFIED_CONSUMER'] })
    })
    expect(await rewards.verify(await proofOf({ email: 'ada@example.com' }))).toMatchObject({ level: 'verified' })
    expect(await rewards.profile.get()).toMatchObject({ id: 'answer 2' })
    release()
    expect(await first).toMatchObject({ id: 'answer 1' })
  })

  test('is not shared with another token of a consumer without a known identity', async () => {
    const { rewards, first, release } = await readingPage(({ method, path, token }) => {
      if (path === '/api/v6/zones') return web('another', '{"event_id":"e-1","data":{}}')
      if (path !== '/api/v5/token' || method !== 'GET') return undefined
      return json({ access_token: token, expires_in: 60, scopes: ['LOCAL_PROFILE'] })
    })
    await rewards.zone('terms')
    expect(await rewards.profile.get()).toMatchObject({ id: 'answer 2' })
    release()
    expect(await first).toMatchObject({ id: 'answer 1' })
  })
})

test('a call whose answer brings a token ends with logged_out if the consumer logs out before that token is evaluated', async () => {
  const gate = createGate()
  const { rewards } = against(async ({ path, token }) => {
    if (path === '/api/v4/me') return Response.json(profile, { headers: { 'x-svc-token': 'another' } })
    if (path === '/api/v5/token' && token === 'another') await gate.pass()
    return undefined
  })
  // Brings the token in force.
  await rewards.parameters.all()
  const read = failure(rewards.profile.get())
  await gate.reached
  await rewards.logout()
  gate.open()
  expect(await read).toMatchObject({ code: 'logged_out' })
})

describe('a write makes the next read fresh', () => {
  /** A read that is answered as it was when it began, but late; a write that takes a moment. */
  function slow(outcome: () => object = () => ({ status: 'SUCCEEDED' })) {
    const releases: (() => void)[] = []
    const page = scripted(async ({ method }, index) => {
      await new Promise<void>(resolve => {
        releases[index] = resolve
      })
      return method === 'POST' ? outcome() : { id: `answer ${index}`, email: null }
    })
    const release = async (index: number) => {
      await vi.waitFor(() => expect(releases[index]).toBeDefined(), SOON)
      releases[index]!()
    }
    return { ...page, release }
  }

  test('though a read that began before it is still running', async () => {
    const { rewards, release } = slow()
    const before = rewards.profile.get()
    const write = rewards.profile.update({})
    await release(1)
    await write
    const after = rewards.profile.get()
    await release(2)
    expect(await after).toEqual({ id: 'answer 2', email: null })
    await release(0)
    expect(await before).toEqual({ id: 'answer 0', email: null })
  })

  test('though a read that began before it is still running, also while the write runs', async () => {
    const { rewards, asked, release } = slow()
    // Brings the token, without which no reads are shared.
    const first = rewards.profile.get()
    await release(0)
    await first
    const before = rewards.profile.get()
    await vi.waitFor(() => expect(asked()).toHaveLength(2), SOON)
    const write = rewards.profile.update({})
    await vi.waitFor(() => expect(asked()).toHaveLength(3), SOON)
    const during = rewards.profile.get()
    await release(3)
    expect(await during).toEqual({ id: 'answer 3', email: null })
    await release(1)
    await release(2)
    expect(await before).toEqual({ id: 'answer 1', email: null })
    expect(await write).toEqual({ status: 'SUCCEEDED' })
  })

  test.each([
    ['', undefined],
    // A write that fails may have been made.
    [', also when the write fails', () => error(503, 'internal_error')],
  ])('though a read that began at the same time is still running%s', async (_, outcome) => {
    const { rewards, asked, release } = slow(outcome)
    const write = rewards.profile.update({}).catch(() => {})
    await vi.waitFor(() => expect(asked()).toHaveLength(1), SOON)
    const beside = rewards.profile.get()
    await vi.waitFor(() => expect(asked()).toHaveLength(2), SOON)
    await release(0)
    await write
    const after = rewards.profile.get()
    await release(2)
    expect(await after).toEqual({ id: 'answer 2', email: null })
    await release(1)
    expect(await beside).toEqual({ id: 'answer 1', email: null })
  })
})

describe('an upload', () => {
  const asset = { id: 'a', name: 'a', filename: 'a', mime_type: 'text/plain', tags: [], data_type: 'x', status: 'x' }
  const upload = ({ assets }: Rewards) => assets.create(new File(['a'], 'a', { type: 'text/plain' }))

  test('makes the next read fresh', async () => {
    const releases: (() => void)[] = []
    const { rewards, asked } = scripted(async ({ method }, index) => {
      // The first read is the upload’s own; then come the upload, and a read beside it, late.
      if (index === 1 || index === 2) await new Promise<void>(resolve => releases.push(resolve))
      return method === 'POST' ? asset : index === 2 ? [] : [asset]
    })
    const created = upload(rewards)
    await vi.waitFor(() => expect(asked()).toHaveLength(2), SOON)
    const beside = rewards.assets.list()
    await vi.waitFor(() => expect(releases).toHaveLength(2), SOON)
    releases[0]!()
    await created
    expect(await rewards.assets.list()).toEqual([asset])
    releases[1]!()
    expect(await beside).toEqual([])
  })

  test('waits like every call, and is sent again when the platform says so', async () => {
    const { rewards, asked } = scripted((_, index) =>
      index === 1 ? refused(429, 'too_many_requests') : index ? asset : [],
    )
    expect(await upload(rewards)).toMatchObject(asset)
    expect(asked().map(({ method }) => method)).toEqual(['GET', 'POST', 'POST'])
    const busy = scripted((_, index) => (index ? refused(429, 'too_many_requests', '60') : []))
    const error = { code: 'too_many_requests', retryable: true, retryAfter: '60' }
    expect(await failure(upload(busy.rewards))).toMatchObject(error)
    expect(await failure(busy.rewards.profile.get())).toMatchObject(error)
    expect(busy.asked()).toHaveLength(2)
  })
})

describe('a platform that has too many requests', () => {
  test.each(['read', 'write'])('is asked again at the time it names: a %s', async kind => {
    const { rewards, asked, told } = scripted((_, index) =>
      index ? { ...profile, status: 'OK' } : refused(429, 'too_many_requests'),
    )
    expect(await (kind === 'read' ? rewards.profile.get() : rewards.profile.update({}))).toMatchObject(profile)
    expect(asked()).toHaveLength(2)
    expect(told).toEqual([])
  })

  test('gets no other call before that time', async () => {
    vi.useFakeTimers()
    const { rewards, asked } = scripted((_, index) =>
      index ? (index > 1 ? [] : profile) : refused(429, 'too_many_requests', '30'),
    )
    const calls = [rewards.profile.get()]
    await vi.advanceTimersByTimeAsync(1_000)
    const later = [rewards.steps.list(), rewards.shareables.create()].map(call => call.catch(error => error))
    await vi.advanceTimersByTimeAsync(28_000)
    expect(asked()).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(asked()).toHaveLength(4)
    await Promise.all([...calls, ...later])
  })

  test('gets no call before the latest time of several', async () => {
    vi.useFakeTimers()
    const { rewards, asked } = scripted((_, index) => {
      if (index > 1) return []
      return refused(429, 'too_many_requests', ...(index ? [] : ['20']))
    })
    const calls = [rewards.steps.list(), rewards.journeys.list()]
    await vi.waitFor(() => expect(asked()).toHaveLength(2), SOON)
    await vi.advanceTimersByTimeAsync(18_000)
    expect(asked()).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(2_000)
    await Promise.all(calls)
    expect(asked()).toHaveLength(4)
  })

  test('answers nothing to a consumer who has logged out meanwhile', async () => {
    vi.useFakeTimers()
    const { rewards, asked } = scripted((_, index) => (index ? profile : refused(429, 'too_many_requests', '20')))
    const waiting = failure(rewards.profile.get())
    await vi.advanceTimersByTimeAsync(1_000)
    await rewards.logout()
    await vi.advanceTimersByTimeAsync(20_000)
    expect(await waiting).toMatchObject({ code: 'logged_out' })
    expect(asked()).toHaveLength(1)
  })

  test('gets no call of a runtime that is destroyed meanwhile', async () => {
    vi.useFakeTimers()
    const { rewards, asked } = scripted((_, index) => (index ? profile : refused(429, 'too_many_requests', '20')))
    const waiting = failure(rewards.profile.get())
    await vi.advanceTimersByTimeAsync(1_000)
    rewards.destroy()
    expect(await waiting).toMatchObject({ code: 'aborted' })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(asked()).toHaveLength(1)
  })

  test('gets no other call before the time that it names to a call that has failed for good', async () => {
    vi.useFakeTimers()
    const { rewards, asked } = scripted((_, index) => (index < 3 ? refused(429, 'too_many_requests', '5') : []))
    const refusal = failure(rewards.profile.get())
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await refusal).toMatchObject({ code: 'too_many_requests' })
    const list = rewards.steps.list()
    await vi.advanceTimersByTimeAsync(4_000)
    expect(asked()).toHaveLength(3)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(await list).toEqual([])
  })

  test('makes calls fail at once, with the time to try again, if the wait is too long', async () => {
    const { rewards, asked } = scripted(() => refused(429, 'too_many_requests', '31'))
    for (const call of [rewards.profile.get(), rewards.steps.list()])
      expect(await failure(call)).toMatchObject({ code: 'too_many_requests', retryable: true, retryAfter: '31' })
    expect(asked().length).toBeLessThanOrEqual(2)
    const before = asked().length
    expect(await failure(rewards.journeys.list())).toMatchObject({ code: 'too_many_requests' })
    expect(asked()).toHaveLength(before)
  })
})

test('a platform that cannot be reached is asked once', async () => {
  const { rewards, asked } = scripted(() => Promise.reject(new TypeError('Failed to fetch')))
  for (const call of [rewards.profile.get, rewards.shareables.create])
    expect(await failure(call())).toMatchObject({ code: 'network_error', status: 0, retryable: true })
  expect(asked()).toHaveLength(2)
})

test('a platform that is silent for 30 seconds is asked once', async () => {
  vi.useFakeTimers()
  const { rewards, asked } = scripted(() => new Promise(() => {}))
  for (const [index, call] of [rewards.profile.get, rewards.shareables.create].entries()) {
    const silence = failure(call())
    await vi.waitFor(() => expect(asked()).toHaveLength(index + 1), SOON)
    await vi.advanceTimersByTimeAsync(31_000)
    expect(await silence).toMatchObject({ code: 'timeout', status: 0, retryable: true })
  }
  expect(asked()).toHaveLength(2)
})

describe('a platform that fails', () => {
  test('is asked again for a read, three times at most', async () => {
    const passing = scripted((_, index) => (index ? json(profile) : refused(503, 'software_error')))
    expect(await passing.rewards.profile.get()).toEqual(profile)
    const lasting = scripted(() => refused(503, 'software_error'))
    expect(await failure(lasting.rewards.profile.get())).toMatchObject({
      code: 'software_error',
      status: 503,
      retryable: true,
    })
    expect(lasting.asked()).toHaveLength(3)
  })

  test.each([
    [429, 'too_many_requests'],
    [503, 'software_error'],
  ])('with %i and no time is asked again after up to 1 and 2 seconds', async (status, code) => {
    vi.useFakeTimers()
    const random = vi.spyOn(Math, 'random').mockReturnValue(0.99)
    const { rewards, asked } = scripted(() => error(status, code))
    const refused = failure(rewards.profile.get())
    const counts: number[] = []
    for (const ms of [980, 20, 1_960, 20]) {
      await vi.advanceTimersByTimeAsync(ms)
      counts.push(asked().length)
    }
    expect(counts).toEqual([1, 2, 2, 3])
    expect(await refused).toMatchObject({ code })
    random.mockRestore()
  })

  test('is not asked to write twice', async () => {
    const { rewards, asked } = scripted(() => refused(503, 'software_error'))
    expect(await failure(rewards.shareables.create())).toMatchObject({ code: 'software_error', retryable: true })
    expect(asked()).toHaveLength(1)
  })
})
