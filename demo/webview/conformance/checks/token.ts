import { absent, byHand, type Check, failed, passed } from '../check.js'
import { faultOf } from '../fault-of.js'
import type { Message } from '../host.js'
import { payloadOf, type Visit } from '../visit.js'
import { describeJwt } from './welcome.js'

/** How long an app may take to keep what it was told; the answer, which it need not give, is waited for less. */
const KEEPING_MS = 2_000
const ANSWER_MS = 500
const LOOK_MS = 100

/** Who the person is, from page to page: each of these leaves the app with the token that it had. */
export const token: Check[] = [
  {
    id: 'token.renew',
    title: 'A dead token is made anew',
    expects: '`{ token, scopes?, expires_at? }` or `{ jwt }` within 10 s, with somebody logged in.',
    mend: 'Ask your own server, which knows the person. Where nobody is logged in, answer an error.',
    needs: 'token.renew',
    async run({ host }) {
      const answer = await host.ask('token.renew')
      if (answer?.message.error) return byHand(`${faultOf(answer)} Log in to the app, and run this again.`)
      const fault = faultOf(answer)
      if (fault) return failed(fault)
      const { token, jwt } = payloadOf(answer)
      if (isToken(token)) return passed(`A token of ${token.length} characters.`)
      const proof = describeJwt(jwt)
      return proof ? passed(proof) : failed('It answered neither a token nor a JWT that has not expired.')
    },
  },
  {
    id: 'token.renew.kept',
    title: 'What the app makes anew it keeps',
    expects: 'The token of its newest answer to `token.renew` is in the next page’s welcome.',
    mend: 'Keep what you answer: the page does not tell it back.',
    needs: 'token.renew',
    async run(visit) {
      const { token } = payloadOf(await visit.host.ask('token.renew'))
      if (!isToken(token)) return absent('It answers no token, and so has none to keep.')
      return (await hasToken(visit, token)) ? passed('It is.') : failed('Another one is, or none.')
    },
  },
  {
    id: 'token.changed',
    title: 'A changed token is the next page’s',
    expects:
      'The token of the newest `token.changed` is in the next page’s welcome. The message itself need not be answered.',
    mend: 'Keep `token`, `scopes` and `expires_at` together, encrypted by the device, and put them into the welcome.',
    needs: 'token.changed',
    async run(visit) {
      return telling(visit, { token: MADE_UP, scopes: [], expires_at: null }, async () =>
        (await hasToken(visit, MADE_UP)) ? passed('It is.') : failed('Another one is, or none.'),
      )
    },
  },
  {
    id: 'token.changed.null',
    title: 'Who logs out on the page is logged out',
    expects: 'After `token.changed` with `token: null` the next page’s welcome brings neither a token nor a JWT.',
    mend: 'Forget the token, and do not sign for that person again until they log in.',
    hand: { button: 'Log out', task: 'Logs the page’s person out, for a moment. The app may show that.' },
    needs: 'token.changed',
    async run(visit) {
      return telling(visit, { token: null }, async () =>
        (await hasToken(visit, undefined)) ? passed('It brings neither.') : failed('It still brings one.'),
      )
    },
  },
]

/** Nobody's. */
const MADE_UP = 'made-up-by-the-conformance-page-for-a-moment'

const isToken = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** Tells the app of a change, looks what came of it, and tells it the token that it had. */
async function telling<T>(visit: Visit, change: Message, look: () => Promise<T>): Promise<T> {
  const before = await visit.greet()
  await tellToken(visit, change)
  try {
    return await look()
  } finally {
    await tellToken(visit, before)
  }
}

/** Tells what a welcome or a change has said of the token. Whether it is answered is the app's affair. */
export const tellToken = ({ host }: Visit, { token, scopes, expires_at }: Message) =>
  host.ask('token.changed', isToken(token) ? { token, scopes, expires_at } : { token: null }, { limit: ANSWER_MS })

/** Whether the app's welcomes bring this token, or, undefined, nobody; at once or soon. */
async function hasToken(visit: Visit, wanted: string | undefined) {
  const until = performance.now() + KEEPING_MS
  for (;;) {
    const { token, jwt } = await visit.greet()
    if (wanted ? token === wanted : !token && !jwt) return true
    if (performance.now() > until) return false
    await new Promise(look => setTimeout(look, LOOK_MS))
  }
}
