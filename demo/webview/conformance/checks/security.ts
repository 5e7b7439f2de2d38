import { FRAME_ID_PREFIX } from '../channel.js'
import { type Check, failed, notOffered, notRun, passed } from '../check.js'
import type { Connection } from '../connection.js'
import { list, quote } from '../describe.js'
import { sendToken } from './token.js'

/** How long to wait for an answer that must not come, after the app has answered a later message. */
const SILENCE_MS = 400

/** How long to wait for the replies to a frame. A handler that ignores frames may never reply. */
const FRAME_LIMIT_MS = 3_000

/** Messages that have no lasting effect. */
const HARMLESS_TYPES = ['haptic', 'event', 'clipboard.write']

/** Whose messages the app accepts. */
export const security: Check[] = [
  {
    id: 'session',
    title: 'The app checks the session of each message',
    expected:
      'If the app gave this page a `session`, it ignores messages with another session, except `hello`, and processes messages with the right one.',
    fix: 'Compare the `session` of each message except `hello`. If your webview reports which frame sent a message, you need no session: leave it out.',
    async run({ welcome, offers, channel }) {
      if (!welcome.session) return notOffered('The app gave no `session` to the page.')
      const type = HARMLESS_TYPES.find(offers)
      if (!type) return notOffered(`The app offers none of ${list(HARMLESS_TYPES)}.`)
      const payload = { name: 'conformance', data: {}, text: 'With the session', style: 'success' }
      const wrong = channel.send(type, payload, { session: 'another-session', limit: SILENCE_MS })
      if (!(await channel.send(type, payload)))
        return failed(`The app did not answer \`${type}\` with the right session.`)
      const answer = await wrong
      return answer && !answer.message.error
        ? failed(`The app processed \`${type}\` with a wrong session.`)
        : passed('The app ignored a message with a wrong session.')
    },
  },
  {
    id: 'frame.own',
    title: 'The app ignores frames of the page’s own origin',
    expected:
      'A frame in this page asks for the token and sends a false one. The app does not answer, and nothing changes.',
    fix: 'Check that the message was sent by the main frame (`isMainFrame`), or give the page a `session`. Do not answer with the reply of the handler.',
    run: connection => attack(connection, `${FRAME_ID_PREFIX}own`),
  },
  {
    id: 'frame.foreign',
    title: 'The app ignores frames of other origins',
    expected:
      'A frame with another origin, such as that of an HTML creative, does the same. The app does not answer, and nothing changes.',
    fix: 'Check the main frame and its origin (`setOf("https://shop.brand.com")`, not `"*"`), or give the page a `session`.',
    run: connection => attack(connection, `${FRAME_ID_PREFIX}foreign`, 'allow-scripts'),
  },
]

/** The report of a hostile frame. It contains only the types of answers, never their content. */
interface Attempt {
  handlers: string[]
  /** Whether all replies of the handlers have arrived. */
  settled: boolean
  answered: string[]
}

async function attack(connection: Connection, prefix: string, sandbox?: string) {
  const before = await connection.sendHello()
  const { frame, latestAttempt } = await embedFrame(prefix, sandbox)
  // This message is behind those of the frame: when it has been answered, the app has received them.
  const after = await connection.sendHello()
  await new Promise(resolve => setTimeout(resolve, SILENCE_MS))
  frame.remove()
  const attempt = latestAttempt()
  if (!attempt) return notRun('`conformance-frame.html` could not be loaded.')
  const { handlers, answered } = attempt
  const isTokenReplaced = after.token !== before.token && String(after.token).startsWith(prefix)
  if (isTokenReplaced) await sendToken(connection, before)
  const processed = processedTypes(connection, prefix)
  if (isTokenReplaced) return failed('The app stored the false token of the frame.')
  if (answered.length) return failed(`The app answered the frame: ${answered.map(quote).join(', ')}.`)
  if (processed.length) return failed(`The app processed messages of the frame: ${list(processed)}.`)
  return passed(
    handlers.length
      ? `The frame has ${list(handlers)}, but the app ignored its messages.`
      : 'The frame has no object of the app.',
  )
}

/** The types of the frame's messages that the app answered to this page. */
const processedTypes = ({ channel }: Connection, prefix: string): string[] =>
  channel.received
    .map(({ message }) => message)
    .filter(({ id, payload, type }) => String(id).startsWith(`${prefix}-`) && payload && type !== 'welcome')
    .map(({ id }) => String(id).slice(prefix.length + 1))

/** Adds the hostile frame. Resolves when it has sent its messages and received the replies, or after the time limit. */
async function embedFrame(prefix: string, sandbox?: string) {
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
    setTimeout(resolve, FRAME_LIMIT_MS)
  })
  document.body.append(frame)
  await settled
  return { frame, latestAttempt: () => attempt }
}
