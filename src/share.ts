import type { Data } from './options.js'
import type { Shareable } from './resources/shareables.js'
import { randomId } from './token/token.js'

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

type Track = (name: string, data: Data) => Promise<unknown>

/**
 * Shares a link. Call it in the handler of a user's gesture: browsers give the clipboard and the share sheet to nobody else. Answers
 * with what is known to have happened, never more; a share that did not fail is tracked as the event `share`. Throws `invalid_argument`.
 */
export async function share(
  track: Track,
  shareable: Pick<Shareable, 'code' | 'link'>,
  channel: ShareChannel,
  { message, subject }: ShareMessage = {},
): Promise<ShareResult> {
  const { code, link } = Object(shareable)
  if (channel !== 'copy' && channel !== 'native') throw new TypeError(`There is no channel ${channel}`)
  const partner_share_id = randomId()
  const url = withShareId(link, partner_share_id)
  const outcome = channel === 'copy' ? await copy(url) : await shareNatively({ url, text: message, title: subject })
  if (outcome === 'shared' || outcome === 'handed_off')
    track('share', { 'share.channel': channel, partner_share_id, advocate_code: code })
  return { outcome, channel, partner_share_id }
}

function withShareId(link: string, partner_share_id: string) {
  try {
    const url = new URL(link)
    url.searchParams.set('partner_share_id', partner_share_id)
    return url.href
  } catch {
    throw new TypeError('share() takes a shareable, with its code and its link')
  }
}

async function copy(text: string): Promise<ShareOutcome> {
  try {
    await navigator.clipboard.writeText(text)
    return 'handed_off'
  } catch {
    return 'failed' // no permission, or no clipboard on an insecure page
  }
}

async function shareNatively(content: ShareData): Promise<ShareOutcome> {
  try {
    await navigator.share(content)
    return 'shared'
  } catch (error) {
    return (error as Error).name === 'AbortError' ? 'canceled' : 'failed'
  }
}
