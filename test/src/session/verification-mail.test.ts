import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { sendVerificationMail, watchForAnswer } from '../../../src/session/verification-mail.js'
import { failure } from '../failure.js'
import { scripted } from '../resources/scripted.js'
import { json } from '../wire.js'
import { IDENTIFIED, openSession } from './open-session.js'

// The runtime loads it, and gives up after half a minute: of the clock that these tests set forward.
beforeAll(() => import('../../../src/session/identity.js'))
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const mail = (status: string) => ({ polling_id: 'a/mail', status })

/** Lets time pass until `waiting` is over. */
async function after<T>(waiting: Promise<T>): Promise<T> {
  let over = false
  waiting.finally(() => {
    over = true
  })
  while (!over) {
    await vi.advanceTimersByTimeAsync(500)
    await new Promise(setImmediate)
  }
  return waiting
}

test.each(['SUCCEEDED', 'FAILED'])('the status of an email is requested until it is %s', async end => {
  const answers = ['PENDING', 'PENDING', end]
  const { rewards, asked } = scripted((_, index) => mail(answers[index]!))
  expect(await after(rewards.requestVerificationEmail())).toEqual(mail(end))
  const status = 'GET /api/v4/me/send-verification-email/status/a%2Fmail'
  expect(asked().map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /api/v4/me/send-verification-email',
    status,
    status,
  ])
})

test('the status of an email is not requested for more than half a minute', async () => {
  const { rewards, asked } = scripted(() => mail('PENDING'))
  expect(await after(rewards.requestVerificationEmail())).toEqual(mail('PENDING'))
  expect(asked()).toHaveLength(6)
})

test('the status of an email is not requested with the token of the next person', async () => {
  const page = openSession({ answer: ({ path }) => (path.includes('email') ? json(mail('PENDING')) : undefined) })
  page.hold('ann', IDENTIFIED)
  const delays: number[] = []
  const { setTimeout } = globalThis
  vi.stubGlobal('setTimeout', (task: () => void, delay: number) => {
    delays.push(delay)
    return setTimeout(task, delay)
  })
  const sending = failure(sendVerificationMail(page.client, page.authorizer.signal()))
  // The first answer is here, and the next question waits.
  while (!delays.includes(1_000)) await new Promise(setImmediate)
  vi.unstubAllGlobals()
  page.logOut()
  page.hold('bob', { ...IDENTIFIED, identity_id: 'p-bob' })
  expect(await after(sending)).toMatchObject({ code: 'logged_out' })
  expect(page.requests).toHaveLength(1)
})

describe('watching for an answer to the email', () => {
  let visibilityState: string
  class FakeDocument extends EventTarget {
    get visibilityState() {
      return visibilityState
    }
  }
  beforeEach(() => {
    visibilityState = 'visible'
    vi.stubGlobal('document', new FakeDocument())
  })
  afterEach(() => void vi.unstubAllGlobals())

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
    expect(times.slice(0, 6)).toEqual([3, 9, 21, 45, 75, 105])
    expect(times).toHaveLength(22)
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
})
