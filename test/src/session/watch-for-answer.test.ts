import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchForAnswer } from '../../../src/session/verification-mail.js'
import { json } from '../wire.js'
import { IDENTIFIED, openSession } from './open-session.js'

let visibilityState: string
class FakeDocument extends EventTarget {
  get visibilityState() {
    return visibilityState
  }
}
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  visibilityState = 'visible'
  vi.stubGlobal('document', new FakeDocument())
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** The person comes back to the page. */
async function comeBack() {
  visibilityState = 'visible'
  document.dispatchEvent(new Event('visibilitychange'))
  await vi.advanceTimersByTimeAsync(0)
}

test('asks less and less often, for about ten minutes', async () => {
  const times: number[] = []
  let now = 0
  watchForAnswer(async () => {
    times.push(now)
    return false
  })
  for (; now < 3_600; now++) await vi.advanceTimersByTimeAsync(now ? 1_000 : 0)
  const pauses = times.map((time, index) => time - (times[index - 1] ?? 0))
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b))
  expect(pauses[0]).toBeLessThanOrEqual(5)
  expect(times.at(-1)).toBeGreaterThan(9 * 60)
  expect(times.at(-1)).toBeLessThan(11 * 60)
  expect(vi.getTimerCount()).toBe(0)
})

test('asks when the page becomes visible, and not while the page is hidden', async () => {
  const look = vi.fn(async () => false)
  const stop = watchForAnswer(look)
  visibilityState = 'hidden'
  await vi.advanceTimersByTimeAsync(60_000)
  expect(look).not.toHaveBeenCalled()
  await comeBack()
  await comeBack()
  expect(look).toHaveBeenCalledTimes(2)
  stop()
})

test('ends with the answer', async () => {
  const look = vi.fn(async () => true)
  watchForAnswer(look)
  await vi.advanceTimersByTimeAsync(3_000)
  expect(look).toHaveBeenCalledOnce()
  await comeBack()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(look).toHaveBeenCalledOnce()
  expect(vi.getTimerCount()).toBe(0)
})

test('ends when it is stopped, even while it is asking', async () => {
  let finish = (_: boolean) => {}
  const look = vi.fn(() => new Promise<boolean>(resolve => (finish = resolve)))
  const stop = watchForAnswer(look)
  await vi.advanceTimersByTimeAsync(3_000)
  stop()
  finish(false)
  await comeBack()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(look).toHaveBeenCalledOnce()
})

test('does nothing on a server', () => {
  vi.stubGlobal('document', undefined)
  watchForAnswer(async () => false)()
  expect(vi.getTimerCount()).toBe(0)
})

test('a further email ends the watch for the answer to the one before', async () => {
  const mail = json({ polling_id: 'a-mail', status: 'SUCCEEDED' })
  const page = openSession({ answer: ({ path }) => (path.includes('email') ? mail.clone() : undefined) })
  page.hold('ann', IDENTIFIED)
  const looks = () => page.sent().filter(line => line.startsWith('GET'))
  const identity = await page.loadIdentity()
  await identity.requestVerificationEmail()
  await vi.advanceTimersByTimeAsync(2_000)
  await identity.requestVerificationEmail()
  // The first watch would look three seconds after its email.
  await vi.advanceTimersByTimeAsync(2_000)
  expect(looks()).toEqual([])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(looks()).toEqual(['GET /api/v5/token ann'])
})
