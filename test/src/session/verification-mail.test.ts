import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { scripted } from '../resources/scripted.js'

// The runtime loads it, and gives up after half a minute: of the clock that these tests set forward.
beforeAll(() => import('../../../src/session/identity.js'))
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

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

test.each(['SUCCEEDED', 'FAILED'])('a mail that is being sent is asked about until it has %s', async end => {
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

test('a mail that is in sending for ever is given up in half a minute', async () => {
  const { rewards, asked } = scripted(() => mail('PENDING'))
  expect(await after(rewards.requestVerificationEmail())).toEqual(mail('PENDING'))
  expect(asked()).toHaveLength(6)
})
