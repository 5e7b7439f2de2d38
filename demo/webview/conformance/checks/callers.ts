import { absent, type Check, failed, passed, waiting } from '../check.js'
import { list, quote } from '../describe.js'
import { FRAME_ID } from '../host.js'
import type { Visit } from '../visit.js'
import { tellToken } from './token.js'

/** As long as a message that is not to be answered is listened for, once others behind it have been answered. */
const QUIET_MS = 400

/** A handler that does not answer a frame may leave it without a reply for ever. */
const SETTLE_MS = 3_000

/** What may be asked of an app without leaving a trace. */
const HARMLESS = ['haptic', 'event', 'clipboard.write']

/** Who is obeyed. */
export const callers: Check[] = [
  {
    id: 'session',
    title: 'Nothing but hello is obeyed without the word',
    expects:
      'Where the app has given this page a `session`, a message with another word is not obeyed. Messages with it are.',
    mend: 'Compare the `session` of each message but `hello`. Where your webview says which frame has spoken you need none: leave it out.',
    async run({ welcome, offers, host }) {
      if (!welcome.session) return absent('The app has given no `session`.')
      const type = HARMLESS.find(offers)
      if (!type) return absent(`None of ${list(HARMLESS)} is offered.`)
      const question = { name: 'conformance', data: {}, text: 'With the session', style: 'success' }
      const wrong = host.ask(type, question, { session: 'another-word-than-the-session', limit: QUIET_MS })
      if (!(await host.ask(type, question))) return failed(`\`${type}\` with the right word was not answered.`)
      const answer = await wrong
      return answer && !answer.message.error ? failed(`\`${type}\` with another word was obeyed.`) : passed('So it is.')
    },
  },
  {
    id: 'frame.own',
    title: 'A frame of the page’s own origin is not obeyed',
    expects: 'A frame in this page asks for the token and tells a false one: it is not answered, and nothing changes.',
    mend: 'Ask whether the message is of the main frame (`isMainFrame`), or give the page a `session`. Do not answer by the reply of the handler.',
    run: visit => attack(visit, `${FRAME_ID}own`),
  },
  {
    id: 'frame.foreign',
    title: 'A frame of another origin is not obeyed',
    expects: 'The same from a frame whose origin is none of this page’s, as a creative’s is.',
    mend: 'Ask for the main frame and for its origin (`setOf("https://shop.brand.com")`, not `"*"`), or give the page a `session`.',
    run: visit => attack(visit, `${FRAME_ID}foreign`, 'allow-scripts'),
  },
]

/** What a hostile frame says of its attempt: types alone, never what it was answered. */
interface Attempt {
  handlers: string[]
  /** Whether each of its messages has had its reply, or will have none. */
  settled: boolean
  answered: string[]
}

async function attack(visit: Visit, prefix: string, sandbox?: string) {
  const { host } = visit
  const before = await visit.greet()
  const { frame, attempt } = await embed(prefix, sandbox)
  // Behind the frame's messages: once this has its answer, those have been heard.
  const after = await visit.greet()
  await new Promise(quiet => setTimeout(quiet, QUIET_MS))
  frame.remove()
  const said = attempt()
  if (!said) return waiting('`conformance-frame.html` was not loaded into the page.')
  const { handlers, answered } = said
  const isTaken = after.token !== before.token && String(after.token).startsWith(prefix)
  if (isTaken) await tellToken(visit, before)
  const obeyed = host.heard
    .map(({ message }) => message)
    .filter(({ id, payload, type }) => String(id).startsWith(`${prefix}-`) && payload && type !== 'welcome')
    .map(({ id }) => String(id).slice(prefix.length + 1))
  if (isTaken) return failed('The token that the frame made up was taken for the person’s.')
  if (answered.length) return failed(`The frame was answered: ${answered.map(quote).join(', ')}.`)
  if (obeyed.length) return failed(`What the frame asked was done: ${list(obeyed)}.`)
  return passed(handlers.length ? `It has ${list(handlers)}, and nothing came of it.` : 'It has nothing to speak to.')
}

/** Resolves once the frame has said all that it had to say, and has had its replies. */
async function embed(prefix: string, sandbox?: string) {
  const frame = document.createElement('iframe')
  if (sandbox) frame.setAttribute('sandbox', sandbox)
  frame.hidden = true
  frame.title = 'A hostile frame'
  frame.src = `conformance-frame.html#${prefix}`
  let attempt: Attempt | undefined
  const settled = new Promise<void>(resolve => {
    addEventListener('message', ({ source, data }) => {
      if (source !== frame.contentWindow) return
      attempt = data as Attempt
      if (attempt.settled) resolve()
    })
    setTimeout(resolve, SETTLE_MS)
  })
  document.body.append(frame)
  await settled
  return { frame, attempt: () => attempt }
}
