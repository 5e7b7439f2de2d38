import { addShareId } from '../base/add-share-id.js'
import { copyText } from '../base/copy-text.js'
import { randomId } from '../base/random-id.js'
import { safeDocument } from '../base/safe-document.js'
import { invalid, readArguments } from '../error/error.js'
import type { Shell } from '../native/shell.js'
import type { Shareable } from '../resources/shareables.js'
import type { Data } from '../settings/options.js'

/** `copy`: the clipboard. `native`: the share sheet of the device. */
export type ShareChannel = 'copy' | 'native'

/** `handed_off`: the person has the link. Whether they send it is unknown. */
export type ShareOutcome = 'shared' | 'handed_off' | 'canceled' | 'failed'

export interface ShareMessage {
  message?: string | undefined
  subject?: string | undefined
}

export interface ShareResult {
  outcome: ShareOutcome
  channel: ShareChannel
  /** The id of the share, in the link and in the `share` event: it connects a click with its share (specification 4.3). */
  partner_share_id: string
}

/** The part of the runtime that sharing needs. */
interface Sharer {
  track(name: string, data: Data): Promise<unknown>
  /** The native app around the page, which may have its own clipboard and share sheet. */
  shell?: Shell
}

/** How long the share sheet may stay open. */
const SHEET_TIMEOUT_MS = 600_000

/**
 * Shares a link. Call it in the handler of a user gesture: browsers allow the clipboard and the share sheet only there. Resolves with what is
 * known to have happened. A share that did not fail is tracked as the event `share`. A copy that failed is tracked when the person copies the link by
 * hand. Throws `invalid_argument`.
 */
export async function share(
  { track, shell: app }: Sharer,
  shareable: Pick<Shareable, 'code' | 'link'>,
  channel: ShareChannel,
  text: ShareMessage = {},
): Promise<ShareResult> {
  const partner_share_id = randomId()
  const { code, link, url } = readArguments('share()', () => {
    if (channel !== 'copy' && channel !== 'native')
      throw invalid(`share() needs the channel "copy" or "native"; got "${channel}"`)
    const { code, link } = Object(shareable)
    return { code, link, url: withShareId(link, partner_share_id) }
  })
  const { message, subject } = Object(text) as ShareMessage
  const outcome = await (channel === 'copy'
    ? copy(url, app)
    : shareNatively({ url, text: message, title: subject }, app))
  const trackShare = () => track('share', { 'share.channel': channel, partner_share_id, advocate_code: code })
  if (outcome === 'shared' || outcome === 'handed_off') trackShare()
  else if (channel === 'copy' && globalThis.document) awaitCopyByHand(link, url, trackShare)
  return { outcome, channel, partner_share_id }
}

function withShareId(link: string, partner_share_id: string) {
  try {
    return addShareId(link, partner_share_id)
  } catch {
    throw invalid('share() needs a shareable whose link is an absolute URL. Get one from shareables.getOrCreate().')
  }
}

type App = Sharer['shell']

const copy = async (text: string, app: App): Promise<ShareOutcome> =>
  (await copyText(text, app)) ? 'handed_off' : 'failed'

/** Ends the wait for a copy by hand. */
let copyByHand: AbortController | undefined

/**
 * Where the clipboard is refused, a person copies the link from a field of the page, which has it without the id of the share. Puts the link with the
 * id, `url`, on the clipboard, and calls `onFirst` once. Ends when the next copy is refused.
 */
function awaitCopyByHand(link: string, url: string, onFirst: () => void) {
  copyByHand?.abort()
  copyByHand = new AbortController()
  let isFirst = true
  const onCopy = (event: ClipboardEvent) => {
    const [field] = event.composedPath()
    if (!(field instanceof HTMLInputElement) || field.value !== link || !event.clipboardData) return
    event.clipboardData.setData('text/plain', url)
    event.preventDefault()
    if (isFirst) onFirst()
    isFirst = false
  }
  safeDocument().addEventListener('copy', onCopy, { signal: copyByHand.signal })
}

/** A browser only knows that it has handed the link over, and calls that shared. The share sheet of an app may know more. */
async function shareNatively(content: ShareData, app: App): Promise<ShareOutcome> {
  try {
    if (app?.offers('share')) return outcomeOf(await app.request('share', content, SHEET_TIMEOUT_MS))
    await navigator.share(content)
    return 'shared'
  } catch (error) {
    // The person has closed the sheet, or clicked again while it was open.
    return /^(Abort|InvalidState)Error$/.test((error as Error).name) ? 'canceled' : 'failed'
  }
}

/** An unknown outcome counts as failed. */
const outcomeOf = ({ outcome }: Record<string, unknown>) =>
  /^(shared|handed_off|canceled)$/.test(String(outcome)) ? (outcome as ShareOutcome) : 'failed'
