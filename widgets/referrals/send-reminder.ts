import type { Rewards, Shareable } from '../../src/api.js'
import { hasShareSheet } from '../kit/has-share-sheet.js'
import { addLink } from '../share/add-link.js'
import type { Friend, ReminderText } from './referrals-content.js'

/** What a reminder needs. It is fetched before the click: browsers allow the share sheet and the clipboard only in the task of the click. */
export interface ReminderContext {
  shareable: Shareable
  /** The email addresses to which the consumer has sent the link, by the id of the friend. */
  addresses: Map<string, string>
}

export interface ReminderResult {
  channel: 'email' | 'native' | 'copy'
  /** `handed_off`: the platform has accepted the email, or the link is in the clipboard. */
  outcome: 'shared' | 'handed_off' | 'canceled' | 'failed'
  partner_share_id?: string
}

export async function fetchReminderContext({ shareables, shares }: Rewards): Promise<ReminderContext> {
  const [shareable, list] = await Promise.all([shareables.getOrCreate({}), shares.list()])
  const addresses = list.flatMap(({ friend, recipient_email }) =>
    friend?.id && recipient_email ? [[friend.id, recipient_email] as const] : [],
  )
  return { shareable, addresses: new Map(addresses) }
}

/** Reminds a friend by email if the address is known. Otherwise opens the share sheet, or copies the link if there is none. */
export async function sendReminder(
  rewards: Rewards,
  { shareable, addresses }: ReminderContext,
  friend: Friend,
  text: ReminderText,
): Promise<ReminderResult> {
  const recipient_email = addresses.get(friend.id)
  return recipient_email
    ? emailReminder(rewards, shareable, recipient_email, text)
    : shareReminder(rewards, shareable, text)
}

/** Whether the reminder counts as sent. A copied link does not: it can be copied again. The share sheet of Android only says that it was handed off. */
export const isSent = (result: ReminderResult | undefined) =>
  result?.outcome === 'shared' || (result?.outcome === 'handed_off' && result.channel !== 'copy')

async function emailReminder(
  { email }: Rewards,
  { code }: Shareable,
  recipient_email: string,
  { message, subject }: ReminderText,
): Promise<ReminderResult> {
  try {
    await email.share({ advocate_code: code, recipient_email, message, ...(subject && { subject }) })
    return { channel: 'email', outcome: 'handed_off' }
  } catch {
    return { channel: 'email', outcome: 'failed' }
  }
}

async function shareReminder(
  rewards: Rewards,
  shareable: Shareable,
  { message, subject }: ReminderText,
): Promise<ReminderResult> {
  const channel = hasShareSheet(rewards) ? 'native' : 'copy'
  try {
    // `share()` adds the link.
    return await rewards.share(shareable, channel, { message: addLink(message, shareable.link, ''), subject })
  } catch {
    return { channel, outcome: 'failed' }
  }
}
