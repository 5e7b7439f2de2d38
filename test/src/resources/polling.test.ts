import { getEventListeners } from 'node:events'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { PollOptions, RewardStatusQuery, Rewards } from '../../../src/index.js'
import { error } from '../wire.js'
import { scripted } from './scripted.js'

// The clock is the subject: it is set by hand, as are what the browser says of tab and network.
/** As a browser's document has it: an accessor of its prototype. */
class Page extends EventTarget {
  #hidden = false
  get hidden() {
    return this.#hidden
  }
  set hidden(value: boolean) {
    this.#hidden = value
  }
}
const page = new Page()
const network = { onLine: true }

// What is fetched on first use comes by a clock of its own.
beforeAll(() => scripted(() => ({ id: 'ada', email: null })).rewards.profile.get())
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('navigator', network)
})
afterEach(() => {
  Object.assign(page, { hidden: false })
  network.onLine = true
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const pending = { status: 'PENDING', reward: null }
const done = { status: 'SUCCEEDED', reward: null }
const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000)

/** Watches, and notes each status, and how it ended. */
function watch(rewards: Rewards, options?: PollOptions, query: RewardStatusQuery = { polling_id: 'p' }) {
  const seen: string[] = []
  const run = (async () => {
    for await (const { status } of rewards.rewardStatus.watch(query, options)) seen.push(status)
    seen.push('over')
  })().catch(({ code }) => seen.push(code))
  return { seen, run }
}

describe('a watch', () => {
  test('asks at once, then after 1, 2, 4, 8, 16, 30 and 30 seconds', async () => {
    const start = Date.now()
    const times: number[] = []
    const { rewards } = scripted(() => {
      times.push((Date.now() - start) / 1000)
      return pending
    })
    const controller = new AbortController()
    const { seen } = watch(rewards, { signal: controller.signal })
    await pass(125)
    expect(times).toEqual([0, 1, 3, 7, 15, 31, 61, 91, 121])
    // What has not changed is not told again.
    expect(seen).toEqual(['PENDING'])
    controller.abort()
    await pass(0)
    expect(seen).toEqual(['PENDING', 'over'])
    await pass(300)
    expect(times).toHaveLength(9)
  })

  test('goes on whatever other options the page passes', async () => {
    const { rewards, told } = scripted((_, index) => (index ? done : pending))
    const { seen } = watch(rewards, { timout: 0 } as PollOptions)
    await pass(1)
    expect([seen, told]).toEqual([['PENDING', 'SUCCEEDED', 'over'], []])
  })

  test('that ends during a request sends no further one, even if that request fails', async () => {
    let fail = () => {}
    const unavailable = () => error(503, 'service_unavailable')
    const held = new Promise(resolve => {
      fail = () => resolve(unavailable())
    })
    const { rewards, asked } = scripted((_, index) => (index ? unavailable() : held))
    const controller = new AbortController()
    const { seen } = watch(rewards, { signal: controller.signal })
    await pass(0)
    controller.abort()
    fail()
    // Any read that fails is tried again, a few times.
    await pass(60)
    const tries = asked().length
    await pass(300)
    expect(seen).toEqual(['over'])
    expect(asked()).toHaveLength(tries)
  })

  test.each(['SUCCEEDED', 'FAILED'])('ends when the reward has %s', async status => {
    const { rewards, asked } = scripted((_, index) => (index < 2 ? pending : { status, reward: null }))
    const { seen } = watch(rewards)
    await pass(300)
    expect(seen).toEqual(['PENDING', status, 'over'])
    expect(asked()).toHaveLength(3)
  })

  test('reports an unknown status, and continues', async () => {
    const { rewards } = scripted((_, index) => ({ status: ['PENDING', 'IN_REVIEW', 'SUCCEEDED'][index], reward: null }))
    const { seen } = watch(rewards)
    await pass(10)
    expect(seen).toEqual(['PENDING', 'IN_REVIEW', 'SUCCEEDED', 'over'])
  })

  test('ends after the given time, or after ten minutes', async () => {
    const { rewards, asked } = scripted(() => pending)
    const short = watch(rewards, { timeout: 5_000 }, { reward_name: 'short' })
    const long = watch(rewards)
    await pass(5)
    expect(short.seen).toEqual(['PENDING', 'over'])
    await pass(594)
    expect(long.seen).toEqual(['PENDING'])
    await pass(1)
    expect(long.seen).toEqual(['PENDING', 'over'])
    const before = asked().length
    await pass(100)
    expect(asked()).toHaveLength(before)
  })

  test('without time has at most the first answer', async () => {
    const { rewards, asked } = scripted(() => pending)
    const { seen } = watch(rewards, { timeout: 0 })
    await pass(100)
    expect(seen.at(-1)).toBe('over')
    expect(asked().length).toBeLessThanOrEqual(1)
  })

  test('continues as long as the reward takes, if its time is unlimited', async () => {
    const { rewards } = scripted((_, index) => (index < 12 ? pending : done))
    const { seen } = watch(rewards, { timeout: Number.POSITIVE_INFINITY })
    await pass(700)
    expect(seen).toEqual(['PENDING', 'SUCCEEDED', 'over'])
  })

  test('that is aborted before it begins sends nothing', async () => {
    const { rewards, requests } = scripted(() => pending)
    const { seen } = watch(rewards, { signal: AbortSignal.abort() })
    await pass(10)
    expect(seen).toEqual(['over'])
    expect(requests).toEqual([])
  })

  test('whose reader stops sends nothing more', async () => {
    const { rewards, asked } = scripted(() => pending)
    const broken = (async () => {
      for await (const _ of rewards.rewardStatus.watch({ polling_id: 'p' })) break
    })()
    await pass(0)
    await broken
    await pass(100)
    expect(asked()).toHaveLength(1)
  })

  test('ends at once when its reader calls return(), though the next answer is far away', async () => {
    const { rewards, asked } = scripted(() => pending)
    const statuses = rewards.rewardStatus.watch({ polling_id: 'p' })[Symbol.asyncIterator]()
    expect(await statuses.next()).toMatchObject({ value: pending, done: false })
    const next = statuses.next()
    await pass(0)
    expect(await statuses.return!()).toEqual({ value: undefined, done: true })
    expect(await next).toEqual({ value: undefined, done: true })
    await pass(100)
    expect(asked()).toHaveLength(1)
  })
})

test.each<[end: string, finish: (rewards: Rewards) => unknown]>([
  ['when its time is over', () => pass(5)],
  ['when the runtime is destroyed', rewards => rewards.destroy()],
])('a watch whose reader has left without return() listens to nothing any more %s', async (_, finish) => {
  const { rewards } = scripted(() => pending)
  const { signal } = new AbortController()
  const statuses = rewards.rewardStatus.watch({ polling_id: 'p' }, { signal, timeout: 5_000 })[Symbol.asyncIterator]()
  const first = statuses.next()
  await pass(0)
  expect(await first).toMatchObject({ value: pending })
  expect(getEventListeners(signal, 'abort')).toHaveLength(1)
  await finish(rewards)
  await pass(0)
  expect(getEventListeners(signal, 'abort')).toEqual([])
})

test('watches of one reward share the polling; a watch can join later, and leave without disturbing the others', async () => {
  const { rewards, asked } = scripted((_, index) => (index < 5 ? pending : done))
  const controller = new AbortController()
  const one = watch(rewards, { signal: controller.signal })
  const other = watch(rewards)
  await pass(4)
  expect(asked()).toHaveLength(3)
  const late = watch(rewards)
  await pass(0)
  expect(late.seen).toEqual(['PENDING'])
  expect(asked()).toHaveLength(3)
  controller.abort()
  await pass(30)
  expect(one.seen).toEqual(['PENDING', 'over'])
  expect(other.seen).toEqual(['PENDING', 'SUCCEEDED', 'over'])
  expect(late.seen).toEqual(['PENDING', 'SUCCEEDED', 'over'])
  expect(asked()).toHaveLength(6)
})

test('watches of two rewards do not share the polling', async () => {
  const { rewards, asked } = scripted(() => done)
  watch(rewards, {}, { reward_name: 'a' })
  watch(rewards, {}, { reward_name: 'b' })
  watch(rewards, {}, { polling_id: 'a' })
  await pass(0)
  expect(asked()).toHaveLength(3)
})

test('a watch goes on when the level of the consumer rises, and the next one after its end asks anew', async () => {
  let answer = pending
  const { rewards } = scripted(() => answer)
  const first = watch(rewards)
  await pass(0)
  const known = rewards.identify({ email: 'ada@example.com' })
  await pass(5)
  await known
  expect(rewards.consumer.level).toBe('identified')
  answer = done
  await pass(10)
  expect(first.seen).toEqual(['PENDING', 'SUCCEEDED', 'over'])
  answer = pending
  const second = watch(rewards)
  await pass(0)
  answer = done
  await pass(5)
  expect(second.seen).toEqual(['PENDING', 'SUCCEEDED', 'over'])
})

test('a watch ends when the consumer logs out, and gives the next consumer nothing', async () => {
  let name = 'ada'
  const { rewards, told } = scripted(() => ({ ...pending, quality_results: [name] }))
  const start = () => rewards.rewardStatus.watch({ reward_name: 'welcome' })[Symbol.asyncIterator]()
  const next = (watch: ReturnType<typeof start>) =>
    watch.next().then(
      ({ value }) => value?.quality_results,
      ({ code }) => code,
    )
  const known = rewards.identify({ email: 'ada@example.com' })
  await pass(1)
  await known
  const hers = start()
  const [first] = [next(hers), await pass(0)]
  expect(await first).toEqual(['ada'])
  const [end] = [next(hers), await pass(0)]
  const busy = start()
  const [theirs] = [next(busy), await pass(0)]
  expect(await theirs).toEqual(['ada'])
  const left = rewards.logout()
  await pass(0)
  expect(await end).toBe('logged_out')
  await pass(10)
  await left
  name = 'grace'
  const [other] = [next(start()), await pass(0)]
  expect(await other).toEqual(['grace'])
  // Whoever was busy with the last answer meanwhile learns of it when they ask for the next.
  const [late] = [next(busy), await pass(0)]
  expect(await late).toBe('logged_out')
  expect(new Set(told.map(({ code }) => code))).toEqual(new Set(['logged_out']))
})

describe('a watch pauses', () => {
  test('while the tab is hidden, and asks when it is visible again', async () => {
    const target = new EventTarget()
    vi.stubGlobal('addEventListener', target.addEventListener.bind(target))
    const { rewards, asked } = scripted(() => pending)
    watch(rewards)
    await pass(0)
    vi.stubGlobal('document', page)
    page.hidden = true
    await pass(100)
    page.dispatchEvent(new Event('visibilitychange'))
    // A browser that is online again may still hide the tab. There, a new watch does not ask either.
    target.dispatchEvent(new Event('online'))
    watch(rewards, {}, { reward_name: 'welcome' })
    await pass(0)
    expect(asked()).toHaveLength(1)
    page.hidden = false
    page.dispatchEvent(new Event('visibilitychange'))
    await pass(0)
    expect(asked()).toHaveLength(3)
  })

  test('while the browser is offline, and asks when it is online again', async () => {
    const target = new EventTarget()
    vi.stubGlobal('addEventListener', target.addEventListener.bind(target))
    const { rewards, asked } = scripted(() => pending)
    watch(rewards)
    await pass(0)
    vi.stubGlobal('document', page)
    network.onLine = false
    await pass(100)
    // A tab that becomes visible is still offline.
    page.dispatchEvent(new Event('visibilitychange'))
    await pass(0)
    expect(asked()).toHaveLength(1)
    network.onLine = true
    target.dispatchEvent(new Event('online'))
    await pass(0)
    expect(asked()).toHaveLength(2)
  })
})

describe('a failure', () => {
  test('that is retryable is ignored', async () => {
    const { rewards, told } = scripted((_, index) => {
      if (index < 1) throw new TypeError('Failed to fetch')
      return index < 4 ? error(500, 'software_error') : done
    })
    const { seen } = watch(rewards)
    await pass(60)
    expect(seen).toEqual(['SUCCEEDED', 'over'])
    expect(told).toEqual([])
  })

  test('that is final ends all watches, and dispatches one error event', async () => {
    const { rewards, told, asked } = scripted((_, index) => (index ? error(403, 'scopes_denied') : pending))
    const watches = [watch(rewards), watch(rewards)]
    await pass(100)
    for (const { seen } of watches) expect(seen).toEqual(['PENDING', 'scopes_denied'])
    expect(told.map(({ code }) => code)).toEqual(['scopes_denied'])
    expect(asked()).toHaveLength(2)
  })
})
