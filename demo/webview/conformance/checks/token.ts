import { answerError } from '../answer-error.js'
import type { Message } from '../channel.js'
import { type Check, failed, manual, notOffered, passed } from '../check.js'
import { type Connection, payloadOf } from '../connection.js'
import { describeJwt } from '../jwt.js'

/** How long the app can take to store a token. */
const STORE_LIMIT_MS = 2_000
/** How long to wait for the answer to `token.changed`. The app need not send one. */
const ANSWER_LIMIT_MS = 500
const POLL_MS = 100

/** The token of the person from page to page. Each check restores the token that the app had before. */
export const token: Check[] = [
  {
    id: 'token.renew',
    capability: 'token.renew',
    title: 'The app renews a token',
    expected: 'While a person is logged in, the answer is `{ token, scopes?, expires_at? }` or `{ jwt }`, within 10 s.',
    fix: 'Request the token from your own server, which knows the person. If nobody is logged in, answer with an error.',
    async run({ channel }) {
      const answer = await channel.send('token.renew')
      if (answer?.message.error) return manual(`${answerError(answer)} Log in to the app and run the check again.`)
      const error = answerError(answer)
      if (error) return failed(error)
      const { token, jwt } = payloadOf(answer)
      if (isToken(token)) return passed(`A token of ${token.length} characters.`)
      const observed = describeJwt(jwt)
      return observed ? passed(observed) : failed('The answer has neither a token nor a JWT that is still valid.')
    },
  },
  {
    id: 'token.renew.kept',
    capability: 'token.renew',
    title: 'The app stores the renewed token',
    expected: 'The token of the latest answer to `token.renew` is in the welcome of the next page.',
    fix: 'Store the token that you answer. The page does not send it back.',
    async run(connection) {
      const { token } = payloadOf(await connection.channel.send('token.renew'))
      if (!isToken(token)) return notOffered('The app answers no token, so there is none to store.')
      return (await hasToken(connection, token)) ? passed(STORED) : failed(NOT_STORED)
    },
  },
  {
    id: 'token.changed',
    capability: 'token.changed',
    title: 'The app stores a changed token',
    expected:
      'The token of the latest `token.changed` is in the welcome of the next page. The message needs no answer.',
    fix: 'Store `token`, `scopes` and `expires_at` together, encrypted by the device, and send them in the welcome.',
    run: connection =>
      withChangedToken(connection, { token: TEST_TOKEN, scopes: [], expires_at: null }, async () =>
        (await hasToken(connection, TEST_TOKEN)) ? passed(STORED) : failed(NOT_STORED),
      ),
  },
  {
    id: 'token.changed.null',
    capability: 'token.changed',
    title: 'The app logs the person out',
    expected: 'After `token.changed` with `token: null`, the welcome of the next page has neither a token nor a JWT.',
    fix: 'Delete the token. Sign no JWT for this person until they log in again.',
    manual: { button: 'Log out', task: 'This logs the person out for a moment. The app may show it.' },
    run: connection =>
      withChangedToken(connection, { token: null }, async () =>
        (await hasToken(connection, undefined))
          ? passed('The welcome has neither a token nor a JWT.')
          : failed('The welcome still has a token or a JWT.'),
      ),
  },
]

/** A token that belongs to nobody. */
const TEST_TOKEN = 'test-token-of-the-conformance-page'

const STORED = 'The welcome has this token.'
const NOT_STORED = 'The welcome has no token, or a different one.'

const isToken = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** Sends a changed token, runs `check`, and restores the token that the app had before. */
async function withChangedToken<T>(connection: Connection, change: Message, check: () => Promise<T>): Promise<T> {
  const before = await connection.sendHello()
  await sendToken(connection, change)
  try {
    return await check()
  } finally {
    await sendToken(connection, before)
  }
}

/** Sends the token of a welcome or of a change to the app, as `token.changed`. */
export const sendToken = ({ channel }: Connection, { token, scopes, expires_at }: Message) =>
  channel.send('token.changed', isToken(token) ? { token, scopes, expires_at } : { token: null }, {
    limit: ANSWER_LIMIT_MS,
  })

/** Whether the app's welcome has this token within the time limit. Undefined: whether it has neither a token nor a JWT. */
async function hasToken(connection: Connection, expected: string | undefined) {
  const end = performance.now() + STORE_LIMIT_MS
  for (;;) {
    const { token, jwt } = await connection.sendHello()
    if (expected ? token === expected : !token && !jwt) return true
    if (performance.now() > end) return false
    await new Promise(resolve => setTimeout(resolve, POLL_MS))
  }
}
