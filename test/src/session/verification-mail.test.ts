import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { sendVerificationMail } from '../../../src/session/verification-mail.js'
import { failure } from '../failure.js'
import { scripted } from '../resources/scripted.js'
import { json, web } from '../wire.js'
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

test.each([
  ['{"status":"ok"}', json({ status: 'ok' })],
  ['{"polling_id":"a/mail"}', json({ polling_id: 'a/mail' })],
  ['[]', json([])],
  ['an empty body, with the token of the platform', web('made')],
])('an answer that is incomplete, or of another server, is refused and can be repeated: %s', async (_, answer) => {
  const { rewards } = scripted(() => answer)
  expect(await failure(rewards.requestVerificationEmail())).toMatchObject({
    code: 'network_error',
    status: 200,
    retryable: true,
  })
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
  const sending = failure(sendVerificationMail(page.client, page.token.login().signal))
  // The first answer is here, and the next question waits.
  while (!delays.includes(1_000)) await new Promise(setImmediate)
  vi.unstubAllGlobals()
  page.logOut()
  page.hold('bob', { ...IDENTIFIED, identity_id: 'p-bob' })
  expect(await after(sending)).toMatchObject({ code: 'logged_out' })
  expect(page.requests).toHaveLength(1)
})
