import type { Rewards, Shareable } from '../../src/api.js'
import { hasShareSheet } from '../kit/has-share-sheet.js'
import { withLink } from '../share/add-link.js'
import type { Friend, Reminder } from './referrals-content.js'

/** What a reminder needs. It is fetched before the click: a browser opens its share sheet and clipboard only in the click's own task. */
export interface Means {
  shareable: Shareable
  /** The addresses that the consumer wrote to before, by the friend whom each brought. */
  addresses: Map<string, string>
}

export interface Reminded {
  channel: 'email' | 'native' | 'copy'
  /** Never more than is known: `handed_off` is a mail that the program has taken on, or a link that waits in the clipboard. */
  outcome: 'shared' | 'handed_off' | 'canceled' | 'failed'
  partner_share_id?: string
}

export async function findMeans({ shareables, shares }: Rewards): Promise<Means> {
  const [shareable, sent] = await Promise.all([shareables.getOrCreate({}), shares.list()])
  const known = sent.flatMap(({ friend, recipient_email }) =>
    friend?.id && recipient_email ? [[friend.id, recipient_email] as const] : [],
  )
  return { shareable, addresses: new Map(known) }
}

/** Sends an email through the program where the friend's address is known. Otherwise opens a share sheet, or copies the link. */
export async function remind(
  rewards: Rewards,
  { shareable, addresses }: Means,
  friend: Friend,
  { message, subject }: Reminder,
): Promise<Reminded> {
  const recipient_email = addresses.get(friend.id)
  const channel = hasShareSheet(rewards) ? 'native' : 'copy'
  try {
    // The share sheet adds the link by itself.
    if (!recipient_email)
      return await rewards.share(shareable, channel, { message: withLink(message, shareable.link, ''), subject })
    await rewards.email.share({ advocate_code: shareable.code, recipient_email, message, ...(subject && { subject }) })
    return { channel: 'email', outcome: 'handed_off' }
  } catch {
    return { channel: recipient_email ? 'email' : channel, outcome: 'failed' }
  }
}
