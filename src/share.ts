import { copyText } from './copy-text.js'
import { invalid, readArguments } from './http/error.js'
import type { Shell } from './native/shell.js'
import type { Data } from './options.js'
import { randomId } from './random-id.js'
import type { Shareable } from './resources/shareables.js'
import { trackedLink } from './tracked-link.js'

/** `copy`: to the clipboard. `native`: the device's own share sheet. */
export type ShareChannel = 'copy' | 'native'

/** `handed_off`: the link is where the person can send it from; whether they do is theirs to know. */
export type ShareOutcome = 'shared' | 'handed_off' | 'canceled' | 'failed'

export interface ShareMessage {
  message?: string
  subject?: string
}

export interface ShareResult {
  outcome: ShareOutcome
  channel: ShareChannel
  /** Rides on the link and in the `share` event, so that a click joins its share (specification 4.3). */
  partner_share_id: string
}

/** What sharing needs of the runtime. */
interface Sharer {
  track(name: string, data: Data): Promise<unknown>
  /** The native app around the page, which has a clipboard and a share sheet of its own. */
  shell?: Shell
}

/** A person may think about it for as long, with the share sheet open. */
const SHEET_MS = 600_000

/**
 * Shares a link. Call it in the handler of a user's gesture: browsers give the clipboard and the share sheet to nobody else. Answers
 * with what is known to have happened, never more; a share that did not fail is tracked as the event `share`. Throws `invalid_argument`.
 */
export async function share(
  { track, shell: app }: Sharer,
  shareable: Pick<Shareable, 'code' | 'link'>,
  channel: ShareChannel,
  text: ShareMessage = {},
): Promise<ShareResult> {
  const partner_share_id = randomId()
  const { code, url } = readArguments('share()', () => {
    if (channel !== 'copy' && channel !== 'native')
      throw invalid(`share() needs the channel "copy" or "native"; got "${channel}"`)
    const { code, link } = Object(shareable)
    return { code, url: withShareId(link, partner_share_id) }
  })
  const { message, subject } = Object(text) as ShareMessage
  const outcome = await (channel === 'copy'
    ? copy(url, app)
    : shareNatively({ url, text: message, title: subject }, app))
  if (outcome === 'shared' || outcome === 'handed_off')
    track('share', { 'share.channel': channel, partner_share_id, advocate_code: code })
  return { outcome, channel, partner_share_id }
}

function withShareId(link: string, partner_share_id: string) {
  try {
    return trackedLink(link, partner_share_id)
  } catch {
    throw invalid('share() needs a shareable whose link is an absolute URL. Get one from shareables.getOrCreate().')
  }
}

type App = Sharer['shell']

const copy = async (text: string, app: App): Promise<ShareOutcome> =>
  (await copyText(text, app)) ? 'handed_off' : 'failed'

/** A browser says `shared` of what it has handed off; an app's own sheet knows better. */
async function shareNatively(content: ShareData, app: App): Promise<ShareOutcome> {
  try {
    if (app?.offers('share')) return outcomeOf(await app.request('share', content, SHEET_MS))
    await navigator.share(content)
    return 'shared'
  } catch (error) {
    // A second click, while the sheet is open, comes to nothing.
    return /^(Abort|InvalidState)Error$/.test((error as Error).name) ? 'canceled' : 'failed'
  }
}

/** A word that is not known here claims nothing. */
const outcomeOf = ({ outcome }: Record<string, unknown>) =>
  /^(shared|handed_off|canceled)$/.test(String(outcome)) ? (outcome as ShareOutcome) : 'failed'
