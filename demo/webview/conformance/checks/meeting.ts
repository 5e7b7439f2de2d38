import { absent, byHand, type Check, failed, passed } from '../check.js'
import { quote, span } from '../describe.js'
import { faultOf } from '../fault-of.js'
import { FRAME_ID, type Message } from '../host.js'
import type { Visit } from '../visit.js'

/** Longer the page's calls do not wait for the app. */
const HELLO_MS = 2_000

/** What an app that handles ids as text hands back as it was. */
const IDS = ['007', '1e3', `'"\\</script>\u2028\n é 😀`]

/** How page and app meet, and what holds for every message. */
export const meeting: Check[] = [
  {
    id: 'transport',
    title: 'There is something to speak to',
    expects:
      '`webkit.messageHandlers.rewards`, `rewardsNative` or `ReactNativeWebView` is there before the page’s first script, in its top frame.',
    mend: 'Add it before the page loads. One that comes later has to say `welcome` by itself as it comes, for nobody looks for it again. In a browser there is none: open this page in your app.',
    run({ transport, host }) {
      if (!transport) return failed('There is none of the three: this page is in a browser.')
      if (globalThis.top !== globalThis.self) return failed('This page is in a frame, where the app is not spoken to.')
      const { name, late } = transport
      if (!late) return passed(`\`${name}\`.`)
      const came = `\`${name}\`, which came ${span(late)} after the page’s script`
      return unasked(host).length ? passed(`${came}, and the app said welcome by itself.`) : failed(`${came}.`)
    },
  },
  {
    id: 'origin',
    title: 'The page has an origin',
    expects: 'The page comes by https, from an origin that a program can allow.',
    mend: 'Load it by https (http will do on this machine). A file or a custom scheme has no origin.',
    run: () =>
      /^https?:\/\//.test(globalThis.origin)
        ? passed(`\`${globalThis.origin}\`.`)
        : failed(`It comes by \`${location.protocol}\`, and its origin is \`${globalThis.origin}\`.`),
  },
  {
    id: 'hello',
    title: 'Hello is answered in time',
    expects: 'An answer to `hello` within 2 s, with the id of the question, and with an object as its `payload`.',
    mend: 'Answer at once with what is at hand; what takes longer, say by another `welcome`. Put the `id` of the message into the answer, as it is.',
    run({ greeting }) {
      const fault = faultOf(greeting)
      if (!greeting || fault) return failed(fault!)
      const { took } = greeting
      return took <= HELLO_MS ? passed(`After ${span(took)}.`) : failed(`It came after ${span(took)}: too late.`)
    },
  },
  {
    id: 'welcome',
    title: 'The answer to hello is called welcome',
    expects: 'The `type` of that answer is `welcome`.',
    mend: 'Set `type: "welcome"`. By it a welcome that comes late, or unasked, is known.',
    run: ({ greeting }) =>
      greeting?.message.type === 'welcome' ? passed('So it is.') : failed(`It is ${quote(greeting?.message.type)}.`),
  },
  {
    id: 'ids.exact',
    title: 'An id comes back as it was',
    expects:
      'Whatever is in an id, the answer carries the same: ids that look like numbers, with quotes and other letters.',
    mend: 'Take the id for text, and make JavaScript of a message by a JSON writer (escape U+2028 and U+2029) or hand it over as an argument. Never put it together from strings.',
    run: ({ host }) => answersEach(IDS, id => host.ask('hello', {}, { id })),
  },
  {
    id: 'ids.at_once',
    title: 'Questions asked at once have each its own answer',
    expects: 'Three questions before the first answer: an answer to each, by its id, in any order.',
    mend: 'Keep the id with the question it came with, not in one place for all.',
    run: ({ host }) => answersEach(['at-once-1', 'at-once-2', 'at-once-3'], id => host.ask('hello', {}, { id })),
  },
  {
    id: 'unknown_type',
    title: 'What the app does not know it does not do',
    expects: 'A message of an unknown type is answered by the error `unknown_type`, or not at all.',
    mend: 'Answer `error: { code: "native_error", reason: "unknown_type" }` where no type fits: a newer page may ask more than your app knows.',
    async run({ host }) {
      const answer = await host.ask('conformance.unknown', {}, { limit: 1_000 })
      if (!answer) return passed('It was ignored.')
      const { error } = answer.message
      return error === undefined ? failed('It was answered as if it had been done.') : passed(faultOf(answer)!)
    },
  },
  {
    id: 'envelope',
    title: 'Every message has the same form',
    expects:
      'An object or its JSON, with `rewards: 1`; where something has failed, `error` with a `code` and a `reason`.',
    mend: 'Write all messages in one place of your app.',
    live: true,
    run({ host: { heard, typeOf } }) {
      const faulty = heard.filter(({ fault }) => fault)
      const one = faulty[0]
      if (!one) return passed(`${heard.length} of ${heard.length} messages.`)
      const name = typeOf(one.message.id) ?? one.message.type
      return failed(`${faulty.length} of ${heard.length} messages. The first, on ${quote(name)}, ${one.fault}.`)
    },
  },
  {
    id: 'once',
    title: 'A question is answered once',
    expects: 'No second message carries the id of a question that has its answer.',
    mend: 'Answer either by the reply of the handler or by a message of your own, and by that alone. News is a `welcome` without an id.',
    live: true,
    run({ host: { heard, typeOf } }) {
      const ids = heard.map(({ message }) => message.id).filter(id => typeOf(id))
      const twice = ids.find((id, at) => ids.indexOf(id) !== at)
      return twice === undefined ? passed(`${ids.length} answers.`) : failed(`\`${typeOf(twice)}\` was answered again.`)
    },
  },
  {
    id: 'again',
    title: 'The app may say more',
    expects: 'A `welcome` that nobody has asked for, when something has changed.',
    mend: 'Say it when the person logs in or out of your app, and when its colours or its language change.',
    live: true,
    run({ host }) {
      const news = unasked(host).at(-1)
      if (!news) return byHand('Change something in the app: its colours, its language, who is logged in.')
      return news.payload ? passed('It has come.') : absent('It has come, and brought nothing.')
    },
  },
]

/** Welcomes that answer nothing that the page, or a frame of it, has asked. */
const unasked = ({ heard, typeOf }: Visit['host']): Message[] =>
  heard
    .map(({ message }) => message)
    .filter(({ id, type }) => type === 'welcome' && !typeOf(id) && !String(id).startsWith(FRAME_ID))

async function answersEach(ids: string[], ask: (id: string) => Promise<unknown>) {
  const answers = await Promise.all(ids.map(ask))
  const missing = answers.filter(answer => !answer).length
  return missing ? failed(`${missing} of ${ids.length} answers did not come.`) : passed(`All ${ids.length} have come.`)
}
