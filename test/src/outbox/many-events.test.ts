// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { createRewards } from '../../../src/index.js'
import { json, wire } from '../wire.js'

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

test('the events of a task read the cookies of the page once', async () => {
  const rewards = createRewards({
    domain: 'https://share.cookies.com',
    consent: 'granted',
    fetch: wire(() => json({})).fetch,
  })
  const track = () => void rewards.track('step').catch(() => {})
  track()
  await null
  const read = vi.spyOn(document, 'cookie', 'get')
  for (let count = 0; count < 10; count++) track()
  expect(read).toHaveBeenCalledTimes(1)
  read.mockRestore()
  rewards.destroy()
})

test('the work for the events of one task grows with their number, not with its square', async () => {
  const [few, many] = [await operationsFor(200), await operationsFor(800)]
  expect(many / few).toBeLessThan(5)
})
