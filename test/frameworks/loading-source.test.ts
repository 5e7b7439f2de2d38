import { describe, expect, test, vi } from 'vitest'
import { UNKNOWN_CONSUMER } from '../../frameworks/consumer-source.js'
import { LOADING, loadingSource } from '../../frameworks/loading-source.js'
import { type Consumer, RewardsError } from '../../src/index.js'

const ADA: Consumer = { ...UNKNOWN_CONSUMER, level: 'verified', identity_id: 'ada' }
const GRACE: Consumer = { ...UNKNOWN_CONSUMER, level: 'verified', identity_id: 'grace' }

/** A runtime whose consumer the test sets, and a source whose requests the test answers. */
function source({ consumer = UNKNOWN_CONSUMER, isIdentifying = false } = {}) {
  const requests: (PromiseWithResolvers<string> & { signal: AbortSignal })[] = []
  const rewards = Object.assign(new EventTarget(), { consumer })
  const loading = loadingSource(
    rewards,
    signal => {
      const request = { ...withResolvers<string>(), signal }
      requests.push(request)
      return request.promise
    },
    isIdentifying,
  )
  /** The values that a component would have rendered. */
  const values = [loading.get()]
  const subscribe = () => loading.subscribe(() => values.push(loading.get()))
  const become = (now: Consumer) => {
    rewards.consumer = now
    rewards.dispatchEvent(new Event('consumer'))
  }
  return { loading, requests, values, subscribe, become }
}

interface PromiseWithResolvers<T> {
  promise: Promise<T>
  resolve(value: T): void
  reject(cause: unknown): void
}

function withResolvers<T>(): PromiseWithResolvers<T> {
  let resolve!: (value: T) => void
  let reject!: (cause: unknown) => void
  const promise = new Promise<T>((onValue, onError) => {
    resolve = onValue
    reject = onError
  })
  return { promise, resolve, reject }
}

/** Runs everything that was scheduled as microtasks. */
const settle = () => new Promise(resolve => setTimeout(resolve))

/** A source that has loaded a value. */
async function loaded(options: Parameters<typeof source>[0] = {}) {
  const started = source(options)
  const unsubscribe = started.subscribe()
  await settle()
  started.requests[0]!.resolve('first')
  await settle()
  return { ...started, unsubscribe }
}

describe('a source that loads', () => {
  test('loads nothing before somebody subscribes', async () => {
    const { loading, requests } = source()
    await settle()
    expect([requests.length, loading.get()]).toEqual([0, LOADING])
  })

  test('keeps the same object until its value changes', async () => {
    const { loading, values } = await loaded()
    expect(values).toEqual([LOADING, { value: 'first', error: undefined, isLoading: false }])
    expect(loading.get()).toBe(loading.get())
  })

  test('sends one request for two subscribers, and for one that comes back at once', async () => {
    const { requests, subscribe } = source()
    subscribe()()
    const unsubscribe = [subscribe(), subscribe()]
    await settle()
    for (const end of unsubscribe) end()
    subscribe()
    await settle()
    expect([requests.length, requests[0]!.signal.aborted]).toEqual([1, false])
  })

  test('goes on for a subscriber while another leaves, or leaves and comes back when it hears of a change', async () => {
    const { loading, requests, values, subscribe } = source()
    subscribe()
    const heard: number[] = []
    let end = () => {}
    const follow = () => {
      end()
      if (heard.push(values.length) < 9) end = loading.subscribe(follow)
    }
    end = loading.subscribe(follow)
    const leave = subscribe()
    await settle()
    leave()
    await settle()
    expect(requests[0]!.signal.aborted).toBe(false)
    requests[0]!.resolve('first')
    await settle()
    expect(values.map(({ value }) => value)).toEqual([undefined, 'first'])
    expect(heard).toHaveLength(1)
  })

  test('aborts the request when the last subscriber has left, and sends another for the next', async () => {
    const { loading, requests, subscribe } = source()
    const unsubscribe = subscribe()
    await settle()
    unsubscribe()
    await settle()
    expect(requests[0]!.signal.aborted).toBe(true)
    requests[0]!.resolve('too late')
    await settle()
    expect(loading.get()).toBe(LOADING)
    subscribe()
    await settle()
    expect(requests.length).toBe(2)
  })

  test('keeps its value for the next subscriber, unless the consumer has changed meanwhile', async () => {
    const { loading, requests, subscribe, unsubscribe, become } = await loaded({ consumer: ADA })
    unsubscribe()
    await settle()
    subscribe()()
    await settle()
    expect([requests.length, loading.get().value]).toEqual([1, 'first'])
    become(GRACE)
    subscribe()
    await settle()
    expect([requests.length, loading.get()]).toEqual([2, LOADING])
  })

  test('has an error, and loads again on demand', async () => {
    const { loading, requests, subscribe } = source()
    subscribe()
    await settle()
    const error = new RewardsError('network_error', 'No')
    requests[0]!.reject(error)
    await settle()
    expect(loading.get()).toEqual({ value: undefined, error, isLoading: false })
    const reloaded = loading.reload()
    expect(loading.get().isLoading).toBe(true)
    requests[1]!.resolve('second')
    await reloaded
    expect(loading.get()).toEqual({ value: 'second', error: undefined, isLoading: false })
  })

  test('resolves every reload() with the newest value on the page, and none waits for a load that has ended', async () => {
    const { loading, requests, unsubscribe } = await loaded()
    const first = loading.reload().then(() => loading.get().value)
    const second = loading.reload()
    requests[1]!.resolve('aborted')
    await settle()
    requests[2]!.resolve('newest')
    await second
    expect(await first).toBe('newest')
    const last = loading.reload()
    unsubscribe()
    await settle()
    requests[3]!.resolve('late')
    await last
    expect(loading.get().value).toBe('newest')
  })

  test('keeps the code of an error of another copy of the SDK', async () => {
    vi.resetModules()
    const other = await import('../../src/index.js')
    const error = new other.RewardsError('access_denied', 'Blocked', { status: 403 })
    expect(error).not.toBeInstanceOf(RewardsError)
    const { loading, requests } = await loaded()
    loading.reload()
    requests[1]!.reject(error)
    await settle()
    expect(loading.get().error).toBe(error)
  })

  test('keeps the value when loading it again fails, and names the error of a function of the page', async () => {
    const { loading, requests } = await loaded()
    loading.reload()
    expect(loading.get()).toEqual({ value: 'first', error: undefined, isLoading: true })
    requests[1]!.reject(new TypeError('x is undefined'))
    await settle()
    expect(loading.get()).toMatchObject({ value: 'first', isLoading: false, error: { code: 'invalid_argument' } })
    expect(loading.get().error?.message).toContain('x is undefined')
  })
})

describe('a source that loads, after a change of the consumer', () => {
  test('keeps the value while it loads for the same person at a higher level', async () => {
    const { loading, requests, become } = await loaded()
    become(ADA)
    await settle()
    expect([requests.length, loading.get()]).toEqual([2, { value: 'first', error: undefined, isLoading: true }])
  })

  test('keeps the value of a device for the person who is known now, whatever identity the device had', async () => {
    const { loading, requests, become } = await loaded({ consumer: { ...UNKNOWN_CONSUMER, identity_id: 'device' } })
    become(ADA)
    expect([requests.length, loading.get()]).toEqual([2, { value: 'first', error: undefined, isLoading: true }])
  })

  test.each<[string, Consumer, Consumer?]>([
    ['logs out', UNKNOWN_CONSUMER],
    ['is replaced by another', GRACE],
    ['is replaced by another, both identified', { ...GRACE, level: 'identified' }, { ...ADA, level: 'identified' }],
    ['is no longer verified', { ...ADA, level: 'identified' }],
  ])('forgets the value in the same task in which the person %s', async (_, next, consumer = ADA) => {
    const { loading, requests, become } = await loaded({ consumer })
    become(next)
    expect([requests.length, loading.get()]).toEqual([2, LOADING])
  })

  test('forgets the value also while it is being loaded again', async () => {
    const { loading, requests, become } = await loaded({ consumer: ADA })
    loading.reload()
    become(GRACE)
    expect(loading.get()).toEqual(LOADING)
    expect(requests[1]!.signal.aborted).toBe(true)
  })

  test('loads nothing again when only the identity of the same person becomes known', async () => {
    const { requests, become } = await loaded({ consumer: { ...ADA, identity_id: null } })
    become(ADA)
    await settle()
    expect(requests.length).toBe(1)
    become(GRACE)
    await settle()
    expect(requests.length).toBe(2)
  })

  test('loads again at once when the level changes during loading, and ignores the earlier answer', async () => {
    const { loading, requests, subscribe, become } = source()
    subscribe()
    await settle()
    become(ADA)
    expect([requests.length, requests[0]!.signal.aborted]).toEqual([2, true])
    requests[0]!.resolve('first')
    await settle()
    expect(loading.get()).toEqual(LOADING)
    requests[1]!.resolve('second')
    await settle()
    expect([requests.length, loading.get().value]).toEqual([2, 'second'])
  })

  test('loads nothing again when its own call has identified the consumer', async () => {
    const { requests, subscribe, become } = source({ isIdentifying: true })
    subscribe()
    await settle()
    become({ ...ADA, level: 'identified', identity_id: null })
    requests[0]!.resolve('first')
    await settle()
    become({ ...ADA, level: 'identified' })
    await settle()
    expect(requests.length).toBe(1)
  })
})
