import { answerError } from '../answer-error.js'
import { type Channel, FRAME_ID_PREFIX, type Message } from '../channel.js'
import { type Check, failed, manual, notOffered, passed } from '../check.js'
import { formatDuration, quote } from '../describe.js'

/** How long the page's calls wait for the answer to `hello`. */
const HELLO_LIMIT_MS = 2_000

/** An answer to an unknown message arrives within this time, if there is one. */
const UNKNOWN_TYPE_LIMIT_MS = 1_000

/** Ids that an app returns unchanged only if it treats them as text. */
const DIFFICULT_IDS = ['007', '1e3', `'"\\</script>\u2028\n é 😀`]

const CONCURRENT_IDS = ['at-once-1', 'at-once-2', 'at-once-3']

/** How the page and the app connect, and the rules for all messages. */
export const messages: Check[] = [
  {
    id: 'transport',
    title: 'The app adds its object to the page',
    expected:
      '`webkit.messageHandlers.rewards`, `rewardsNative` or `ReactNativeWebView` exists in the top frame before the first script of the page runs.',
    fix: 'Add the object before the page loads. If your app adds it later, it must send `welcome` at the same time, because the page does not look for the object again. A browser has none of these objects: open this page in your app.',
    run({ transport, channel }) {
      if (!transport) return failed('None of the three objects exists: this page is open in a browser.')
      if (globalThis.top !== globalThis.self)
        return failed('This page is in a frame. The page talks to the app only from the top frame.')
      const { name, delay } = transport
      if (!delay) return passed(`The page has \`${name}\`.`)
      const added = `The app added \`${name}\` ${formatDuration(delay)} after the first script of the page`
      return unrequestedWelcomes(channel).length ? passed(`${added}, and sent \`welcome\`.`) : failed(`${added}.`)
    },
  },
  {
    id: 'origin',
    title: 'The page has an origin',
    expected: 'The page is loaded over https, from an origin that a program can allow.',
    fix: 'Load the page over https. On your own machine, http works as well. A file or a custom scheme has no origin that a program can allow.',
    run: () =>
      /^https?:\/\//.test(globalThis.origin)
        ? passed(`The origin is \`${globalThis.origin}\`.`)
        : failed(`The page was loaded with \`${location.protocol}\`, and its origin is \`${globalThis.origin}\`.`),
  },
  {
    id: 'hello',
    title: 'The app answers hello in time',
    expected: 'The app answers `hello` within 2 s, with the `id` of the message and an object as `payload`.',
    fix: 'Answer immediately with the values that are available. Send the other values later in another `welcome`. Copy the `id` of the message into the answer.',
    run({ helloAnswer }) {
      const error = answerError(helloAnswer)
      if (!helloAnswer || error) return failed(error!)
      const { duration } = helloAnswer
      const observed = `The answer arrived after ${formatDuration(duration)}`
      return duration <= HELLO_LIMIT_MS ? passed(`${observed}.`) : failed(`${observed}, which is too late.`)
    },
  },
  {
    id: 'welcome',
    title: 'The answer to hello has the type welcome',
    expected: 'The `type` of the answer to `hello` is `welcome`.',
    fix: 'Set `type: "welcome"`. The page recognizes a welcome by its type, because it can also arrive late or without a `hello`.',
    run: ({ helloAnswer }) =>
      helloAnswer?.message.type === 'welcome'
        ? passed('The type is `welcome`.')
        : failed(`The type is ${quote(helloAnswer?.message.type)}.`),
  },
  {
    id: 'ids.exact',
    title: 'The app returns ids unchanged',
    expected:
      'An answer has exactly the `id` of the message, even if the id looks like a number or contains quotes, line breaks or emoji.',
    fix: 'Store the id as text. To create the script that sends a message, use a JSON library and escape U+2028 and U+2029, or pass the message as an argument. Do not concatenate strings.',
    run: ({ channel }) => checkAnswers(DIFFICULT_IDS, id => channel.send('hello', {}, { id })),
  },
  {
    id: 'ids.at_once',
    title: 'The app answers messages that arrive together',
    expected:
      'If three messages arrive before the first answer, each one gets an answer with its own `id`, in any order.',
    fix: 'Store the id together with its message. Do not store it in one variable for all messages.',
    run: ({ channel }) => checkAnswers(CONCURRENT_IDS, id => channel.send('hello', {}, { id })),
  },
  {
    id: 'unknown_type',
    title: 'The app rejects unknown messages',
    expected: 'A message of an unknown type gets the error `unknown_type`, or no answer.',
    fix: 'Answer every type that your app does not know with `error: { code: "native_error", reason: "unknown_type" }`. A newer page may send such messages.',
    async run({ channel }) {
      const answer = await channel.send('conformance.unknown', {}, { limit: UNKNOWN_TYPE_LIMIT_MS })
      if (!answer) return passed('The app did not answer.')
      return answer.message.error === undefined
        ? failed('The app answered as if it knew the message.')
        : passed(answerError(answer)!)
    },
  },
  {
    id: 'envelope',
    title: 'All messages have the same form',
    expected:
      'Each message is an object, or its JSON, with `rewards: 1`. If something failed, it has an `error` with `code` and `reason`.',
    fix: 'Create all messages in one function of your app.',
    repeats: true,
    run({ channel: { received, sentType } }) {
      const wrong = received.filter(({ formError }) => formError)
      const first = wrong[0]
      if (!first) return passed(`All ${received.length} messages are correct.`)
      const type = sentType(first.message.id) ?? first.message.type
      return failed(
        `${wrong.length} of ${received.length} messages are wrong. The first one (type: ${quote(type)}) ${first.formError}.`,
      )
    },
  },
  {
    id: 'once',
    title: 'The app answers each message once',
    expected: 'No second message has the id of a message that already has an answer.',
    fix: 'Answer with the reply of the handler or with a message, but not with both. Send changes as a `welcome` without an id.',
    repeats: true,
    run({ channel: { received, sentType } }) {
      const ids = received.map(({ message }) => message.id).filter(id => sentType(id))
      const repeated = ids.find((id, index) => ids.indexOf(id) !== index)
      return repeated === undefined
        ? passed(`The app sent ${ids.length} answers, each once.`)
        : failed(`The app answered \`${sentType(repeated)}\` twice.`)
    },
  },
  {
    id: 'updates',
    title: 'The app reports changes',
    expected: 'When something changes, the app sends a `welcome` without a `hello`.',
    fix: 'Send `welcome` when the person logs in to or out of your app, and when its color scheme or language changes.',
    repeats: true,
    run({ channel }) {
      const latest = unrequestedWelcomes(channel).at(-1)
      if (!latest) return manual('Change something in the app: the color scheme, the language, or the person.')
      return latest.payload ? passed('A `welcome` arrived.') : notOffered('A `welcome` arrived, but it has no payload.')
    },
  },
]

/** The welcomes that answer no message of the page or of its frames. */
const unrequestedWelcomes = ({ received, sentType }: Channel): Message[] =>
  received
    .map(({ message }) => message)
    .filter(({ id, type }) => type === 'welcome' && !sentType(id) && !String(id).startsWith(FRAME_ID_PREFIX))

async function checkAnswers(ids: string[], send: (id: string) => Promise<unknown>) {
  const answers = await Promise.all(ids.map(send))
  const missing = answers.filter(answer => !answer).length
  return missing
    ? failed(`${missing} of ${ids.length} answers did not arrive.`)
    : passed(`All ${ids.length} answers arrived.`)
}
