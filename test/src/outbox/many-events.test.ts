// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createRewards, type Rewards } from '../../../src/index.js'
import { connect } from '../../../src/kernel/connect.js'
import { readOptions } from '../../../src/settings/options.js'
import { replaceModules } from '../replace-modules.js'
import { json, wire } from '../wire.js'
import { journaled } from './waiting.js'

afterEach(() => void vi.unstubAllGlobals())

/** How many operations of `localStorage` it takes to accept so many events in one task, until the first is sent. */
async function operationsFor(events: number) {
  const records = new Map<string, string>()
  let operations = 0
  const counted = <A extends unknown[], T>(run: (...args: A) => T) => {
    return (...args: A) => {
      operations++
      return run(...args)
    }
  }
  const storage = {
    getItem: counted((key: string) => records.get(key) ?? null),
    setItem: counted((key: string, value: string) => void records.set(key, value)),
    removeItem: counted((key: string) => void records.delete(key)),
  }
  vi.stubGlobal('localStorage', new Proxy(storage, { ownKeys: () => [...records.keys()], getOwnPropertyDescriptor }))
  const { fetch, requests } = wire(({ path }) =>
    path.endsWith('/events') ? new Promise(() => {}) : json({ access_token: 't-1', scopes: [] }, 201),
  )
  const domain = `https://share.many-${events}.com`
  const rewards = createRewards({ domain, consent: 'granted', carrier: 'header', fetch })
  for (let index = 0; index < events; index++) rewards.track('step', { index }).catch(() => {})
  await expect.poll(() => requests.some(({ path }) => path.endsWith('/events'))).toBe(true)
  rewards.destroy()
  return operations
}

const getOwnPropertyDescriptor = () => ({ configurable: true, enumerable: true })

test('the work for the events of one task grows with their number, not with its square', async () => {
  const [few, many] = [await operationsFor(200), await operationsFor(800)]
  expect(many / few).toBeLessThan(5)
})

describe('the events of one task', () => {
  const domain = 'https://share.task.com'
  let rewards: Rewards

  beforeEach(() => {
    localStorage.clear()
    rewards = openPage()
    // The first event of a page makes its consumer.
    track(['first'])
  })
  afterEach(() => {
    rewards.destroy()
    vi.restoreAllMocks()
  })

  /** A page whose module for delivery is still being loaded. */
  function openPage() {
    const { fetch } = wire(() => json({ access_token: 't-1', scopes: [] }, 201))
    const settings = readOptions({ domain, consent: 'granted', carrier: 'header', fetch })
    return connect(settings, replaceModules({ events: () => new Promise(() => {}) }))
  }

  const some = (count: number) => Array.from({ length: count }, (_, index) => `e-${index}`)
  function track(ids: string[]) {
    for (const id of ids) rewards.track('step', {}, { id }).catch(() => {})
  }
  const kept = () => journaled(`rewards:${domain}`).map(({ id }) => id)
  const written = () => vi.spyOn(localStorage, 'setItem')

  test('are in the journal when track() returns, if they are few', () => {
    track(some(5))
    expect(kept()).toEqual(['first', ...some(5)])
  })

  test('are all in the journal when the task ends, in fewer than a hundred records', async () => {
    const write = written()
    track(some(999))
    await null
    expect(kept()).toEqual(['first', ...some(999)])
    expect(write.mock.calls.length).toBeLessThan(100)
  })

  test('read the cookies of the page once', () => {
    const read = vi.spyOn(document, 'cookie', 'get')
    track(some(100))
    expect(read.mock.calls.length).toBeLessThanOrEqual(1)
  })

  test.each<[string, () => void]>([
    ['the page is left', () => dispatchEvent(new Event('pagehide'))],
    ['the runtime is destroyed', () => rewards.destroy()],
  ])('are in the journal if %s in that task', (_, end) => {
    track(some(100))
    end()
    expect(kept()).toEqual(['first', ...some(100)])
  })

  test('are in the journal though a page that is left runs no microtasks, as a frame that is removed', () => {
    track(some(100))
    dispatchEvent(new Event('pagehide'))
    const more = some(200).slice(100)
    track(more)
    expect(kept()).toEqual(['first', ...some(100), ...more])
  })

  test('are not stored if consent is withdrawn in that task', async () => {
    track(some(100))
    rewards.setConsent('denied')
    await null
    expect({ ...localStorage }).toEqual({})
  })
})
