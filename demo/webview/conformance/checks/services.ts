import { type Check, failed, passed } from '../check.js'
import { quote, span } from '../describe.js'
import { faultOf } from '../fault-of.js'
import { payloadOf, type Visit } from '../visit.js'

/** As long as a person may look at a share sheet. */
const SHEET_MS = 600_000

const LINK = 'https://share.example/ada?from=conformance'

const CONTENT = { url: LINK, title: 'Give 20, get 20', text: 'Grüße von Ada & “Grace” – 友達 🎁' }

/** What a link in a zone never is, and what nothing else is to be opened by. */
const FORBIDDEN = 'javascript:void 0'

/** What the app lends the page. */
export const services: Check[] = [
  {
    id: 'share.sent',
    needs: 'share',
    title: 'Share: what was sent',
    expects:
      'The share sheet opens with the link and the text, and `{ outcome }` tells: `shared`, or `handed_off` where the system does not say.',
    mend: 'Answer when the sheet has gone, in one of these words. What you do not know is `handed_off`.',
    hand: { button: 'Share', task: 'Send it to somebody.' },
    run: visit => share(visit, ['shared', 'handed_off']),
  },
  {
    id: 'share.dismissed',
    needs: 'share',
    title: 'Share: what was not',
    expects: 'A sheet that is dismissed is `canceled`, or `handed_off` where the system does not say.',
    mend: 'Answer when the sheet has gone, even if nobody has chosen anything: a page that hears nothing waits for minutes.',
    hand: { button: 'Share', task: 'Dismiss the sheet.' },
    run: visit => share(visit, ['canceled', 'handed_off']),
  },
  {
    id: 'clipboard.write',
    needs: 'clipboard.write',
    title: 'A text is copied',
    expects: '`{ text }` is on the clipboard, and `{}` the answer.',
    mend: 'Answer once it is there; an error where it cannot be.',
    run: visit => serve(visit, 'clipboard.write', { text: CONTENT.text }, `Paste it somewhere to see: ${CONTENT.text}`),
  },
  {
    id: 'haptic',
    needs: 'haptic',
    title: 'The device is felt',
    expects: '`{ style: "success" }` is answered by `{}`.',
    mend: 'Answer `{}` for every style, also where the device has none of it.',
    run: visit => serve(visit, 'haptic', { style: 'success' }),
  },
  {
    id: 'event',
    needs: 'event',
    title: 'Events are copied to the app',
    expects: '`{ name, data }` of what the page has tracked is answered by `{}`. Numbers in it may be whole or not.',
    mend: 'Answer `{}` at once; what your analytics makes of it is its own.',
    run: visit => serve(visit, 'event', { name: 'conformance', data: { text: CONTENT.text, whole: 20, part: 0.5 } }),
  },
  {
    id: 'open',
    needs: 'open',
    title: 'A link opens outside',
    expects: '`{ url }`, of https, mailto, sms or tel, opens in another app, and `{}` is the answer.',
    mend: 'Hand the address to the system. Answer an error where nothing can open it: the page follows the link itself then.',
    hand: { button: 'Open', task: 'Opens example.com in a browser. Come back after that.' },
    run: visit => serve(visit, 'open', { url: 'https://example.com/' }),
  },
  {
    id: 'open.refused',
    needs: 'open',
    title: 'Other addresses are not opened',
    expects: 'An address of another scheme is answered by an error, or not at all.',
    mend: 'Open https, mailto, sms and tel, and refuse the rest: `intent:`, `file:` and schemes of your own reach into your app.',
    async run({ host }) {
      const answer = await host.ask('open', { url: FORBIDDEN }, { limit: 1_000 })
      if (!answer) return passed('It was ignored.')
      return answer.message.error
        ? passed(faultOf(answer)!)
        : failed('`javascript:` was answered as if it had been opened.')
    },
  },
  {
    id: 'close',
    needs: 'close',
    title: 'The page is closed',
    expects: 'The app answers `{}`, and closes the page.',
    mend: 'Answer first, then close. An app whose page is not to be closed does not offer it, and the page shows no button for it.',
    hand: { button: 'Close', task: 'Closes this page: do it last.' },
    run: visit => serve(visit, 'close', {}),
  },
]

async function share(visit: Visit, outcomes: string[]) {
  const answer = await visit.host.ask('share', CONTENT, { limit: SHEET_MS })
  const fault = faultOf(answer, span(SHEET_MS))
  if (fault) return failed(fault)
  const { outcome } = payloadOf(answer)
  return outcomes.includes(String(outcome)) ? passed(`It was ${quote(outcome)}.`) : failed(`It was ${quote(outcome)}.`)
}

async function serve({ host }: Visit, type: string, payload: object, note = '') {
  const answer = await host.ask(type, payload)
  const fault = faultOf(answer)
  return fault ? failed(fault) : passed(`Answered after ${span(answer!.took)}. ${note}`.trim())
}
