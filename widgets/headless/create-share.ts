import type { Rewards, Shareable, ShareChannel, ShareOutcome, Zone } from '../../src/api.js'
import { readObject } from '../readers.js'
import { addLink } from '../share/add-link.js'
import { availableChannels, channels } from '../share/channels.js'
import { parseRecipients } from '../share/email/recipients.js'
import { fetchShareable } from '../share/fetch-shareable.js'
import { linkFor, type TrackedLink } from '../share/link-for.js'
import { messageToEdit } from '../share/message-to-edit.js'
import { moreChannels } from '../share/more-channels.js'
import { DEFAULT_CHANNELS, readShare, type ShareContent } from '../share/share-content.js'
import { type Behavior, createStore } from './behavior.js'
import { checkArguments } from './check-arguments.js'
import { levelDenied } from './level-denied.js'
import { reportAction } from './report-action.js'

export interface ShareState extends Omit<ShareContent, 'messages'> {
  /** The consumer's link. Undefined until it is loaded. */
  shareable: Pick<Shareable, 'code' | 'link'> | undefined
  /** The message that is shared, which the person may edit. */
  message: string
  /** Why the link could not be loaded: `scopes_denied` for an anonymous consumer. */
  error: unknown
  /** What is known about the last share. */
  result: { channel: string; outcome: ShareOutcome } | undefined
}

/** The `share` widget without its markup. */
export interface ShareBehavior extends Behavior<ShareState> {
  /** Copies the link or opens the share sheet. Call it in the handler of the click. */
  share(channel: ShareChannel): Promise<ShareOutcome>
  /** The link of a channel that is a link. Undefined until the consumer's link is loaded. */
  link(channel: string): TrackedLink | undefined
  /** Tracks the share when the person follows a link, or has seen it as a QR code. */
  follow(link: TrackedLink): void
  /** Has the platform send the link to friends. `text` has their addresses. Needs an identified consumer. Throws a platform code. */
  email(text: string, message?: { message?: string; subject?: string }): Promise<void>
  /** Replaces the message in every channel. */
  setMessage(message: string): void
  /** Loads the link again. */
  reload(): Promise<void>
}

/**
 * The `share` widget without its markup, for a zone whose content is that of the widget. `data` is what was sent for targeting. Until the zone is there, it is
 * empty and loads nothing.
 */
export function createShare(rewards: Rewards, zone: Zone | undefined, data: object = {}): ShareBehavior {
  checkArguments('createShare', rewards, zone)
  Object.assign(channels, moreChannels(rewards))
  const { messages, ...content } = readShare(readObject(zone?.data))
  const available = zone ? availableChannels(rewards, content.channels) : []
  let ownMessage: string | undefined
  const textFor = (channel: string) => ({
    ...messages(channel),
    ...(ownMessage !== undefined && { message: ownMessage }),
  })

  const { get, set, subscribe } = createStore<ShareState>(
    {
      ...content,
      channels: available.length || !zone ? available : availableChannels(rewards, DEFAULT_CHANNELS),
      message: messageToEdit({ channels: content.channels, messages }),
      error: undefined,
      result: undefined,
    },
    () => {
      if (zone && !get().shareable) reload()
    },
  )

  async function reload() {
    set({ error: undefined })
    await fetchShareable(rewards, readObject(data)).then(
      shareable => set(shareable ? { shareable } : { error: levelDenied('The link', 'identified') }),
      error => set({ error }),
    )
  }

  function end(channel: string, outcome: ShareOutcome, partner_share_id?: string) {
    set({ result: { channel, outcome } })
    reportAction(zone, { action: 'share', channel, outcome, partner_share_id })
    return outcome
  }

  return {
    get,
    subscribe,
    reload,
    async share(channel) {
      const { shareable } = get()
      if (!shareable) return end(channel, 'failed')
      const { message, subject } = textFor(channel)
      // `share()` adds the link.
      const text = { message: addLink(message, shareable.link, ''), subject }
      const shared = rewards.share(shareable, channel, text)
      // Emptied first: a screen reader announces a text only when it changes.
      set({ result: undefined })
      const { outcome, partner_share_id } = await shared.catch(
        () => ({ outcome: 'failed', partner_share_id: '' }) as const,
      )
      return end(channel, outcome, partner_share_id)
    },
    link(channel) {
      const { shareable } = get()
      return shareable && linkFor(shareable, channel, textFor(channel))
    },
    follow({ data }) {
      rewards.track('share', data)
      end(data['share.channel'], 'handed_off', data.partner_share_id)
    },
    async email(text, { message = textFor('email').message, subject = textFor('email').subject } = {}) {
      const { addresses } = parseRecipients(text)
      try {
        await rewards.email.shareBatch({
          advocate_code: get().shareable?.code ?? '',
          recipient_emails: addresses,
          message,
          ...(subject && { subject }),
        })
        // No `share` event is tracked here: the platform records a share for each friend.
        end('email', 'handed_off')
      } catch (error) {
        end('email', 'failed')
        throw error
      }
    },
    setMessage(message) {
      ownMessage = message
      set({ message })
    },
  }
}
