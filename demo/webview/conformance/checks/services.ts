import { answerError } from '../answer-error.js'
import { type Check, failed, passed } from '../check.js'
import { type Connection, payloadOf } from '../connection.js'
import { formatDuration, quote } from '../describe.js'

/** How long a person can look at the share sheet. */
const SHEET_LIMIT_MS = 600_000

/** An answer to a forbidden URL arrives within this time, if there is one. */
const REFUSAL_LIMIT_MS = 1_000

const LINK = 'https://share.example/ada?from=conformance'

const CONTENT = { url: LINK, title: 'Give 20, get 20', text: 'Grüße von Ada & “Grace” – 友達 🎁' }

/** A URL that no zone contains and that the app must not open. */
const FORBIDDEN_URL = 'javascript:void 0'

/** What the app does for the page. */
export const services: Check[] = [
  {
    id: 'share.sent',
    capability: 'share',
    title: 'Share: the link was sent',
    expected:
      'The share sheet opens with the link and the text. The answer is `{ outcome: "shared" }`, or `handed_off` if the system does not report the outcome.',
    fix: 'Answer when the share sheet has closed, with one of these outcomes. If you do not know whether the link was sent, answer `handed_off`.',
    manual: { button: 'Share', task: 'Send the link to somebody.' },
    run: connection => checkShare(connection, ['shared', 'handed_off']),
  },
  {
    id: 'share.dismissed',
    capability: 'share',
    title: 'Share: the sheet was closed',
    expected:
      'If the person closes the sheet, the outcome is `canceled`, or `handed_off` if the system does not report it.',
    fix: 'Answer when the share sheet has closed, even if the person selected nothing. Without an answer the page waits for minutes.',
    manual: { button: 'Share', task: 'Close the share sheet.' },
    run: connection => checkShare(connection, ['canceled', 'handed_off']),
  },
  {
    id: 'clipboard.write',
    capability: 'clipboard.write',
    title: 'The app copies text',
    expected: 'The `text` of the message is on the clipboard. The answer is `{}`.',
    fix: 'Answer after the text is on the clipboard. Answer with an error if the app cannot copy it.',
    run: connection =>
      checkService(
        connection,
        'clipboard.write',
        { text: CONTENT.text },
        `To check it, paste the text: ${CONTENT.text}`,
      ),
  },
  {
    id: 'haptic',
    capability: 'haptic',
    title: 'The app gives haptic feedback',
    expected: 'The answer to `{ style: "success" }` is `{}`.',
    fix: 'Answer `{}` for every style, also if the device has no haptic feedback.',
    run: connection => checkService(connection, 'haptic', { style: 'success' }),
  },
  {
    id: 'event',
    capability: 'event',
    title: 'The app receives a copy of each event',
    expected: 'The answer to `{ name, data }` is `{}`. Numbers in `data` can be integers or decimals.',
    fix: 'Answer `{}` immediately. What your app does with the event does not matter to the page.',
    run: connection =>
      checkService(connection, 'event', { name: 'conformance', data: { text: CONTENT.text, whole: 20, part: 0.5 } }),
  },
  {
    id: 'open',
    capability: 'open',
    title: 'The app opens links',
    expected: 'A `url` with https, mailto, sms or tel opens in another app. The answer is `{}`.',
    fix: 'Pass the URL to the system. If nothing can open it, answer with an error: then the page opens the link itself.',
    manual: { button: 'Open', task: 'This opens example.com in a browser. Come back afterwards.' },
    run: connection => checkService(connection, 'open', { url: 'https://example.com/' }),
  },
  {
    id: 'open.refused',
    capability: 'open',
    title: 'The app refuses other URLs',
    expected: 'A URL with another scheme gets an error or no answer.',
    fix: 'Open only https, mailto, sms and tel. Schemes such as `intent:`, `file:` and your own could control your app.',
    async run({ channel }) {
      const answer = await channel.send('open', { url: FORBIDDEN_URL }, { limit: REFUSAL_LIMIT_MS })
      if (!answer) return passed('The app did not answer.')
      return answer.message.error
        ? passed(answerError(answer)!)
        : failed('The app answered as if it had opened a `javascript:` URL.')
    },
  },
  {
    id: 'close',
    capability: 'close',
    title: 'The app closes the page',
    expected: 'The app answers `{}` and closes the page.',
    fix: 'Answer first, then close the page. If your app cannot close the page, do not offer `close`: then the page shows no button for it.',
    manual: { button: 'Close', task: 'This closes the page. Do it last.' },
    run: connection => checkService(connection, 'close', {}),
  },
]

async function checkShare(connection: Connection, outcomes: string[]) {
  const answer = await connection.channel.send('share', CONTENT, { limit: SHEET_LIMIT_MS })
  const error = answerError(answer, formatDuration(SHEET_LIMIT_MS))
  if (error) return failed(error)
  const { outcome } = payloadOf(answer)
  const observed = `The outcome is ${quote(outcome)}.`
  return outcomes.includes(String(outcome)) ? passed(observed) : failed(observed)
}

async function checkService({ channel }: Connection, type: string, payload: object, note = '') {
  const answer = await channel.send(type, payload)
  const error = answerError(answer)
  return error ? failed(error) : passed(`The answer arrived after ${formatDuration(answer!.duration)}. ${note}`.trim())
}
