import type { ComponentType } from 'preact'
import type { Data, Rewards, Zone } from '../src/api.js'
import type { Messages } from './messages/messages.js'
import ShareView, { styles } from './share/share-view.js'
import type { RewardsZoneElement } from './zone-element.js'

/** What a person did in a widget; the detail of `rewards:action`, with the zone's name. */
export interface Action {
  action: string
  channel?: string
  outcome?: string
  partner_share_id?: string | undefined
}

export interface ViewProps {
  rewards: Rewards
  zone: Zone
  /** What went to the zone's targeting. */
  data: Data
  /** The zone's content as it came: read it with `read.ts`. */
  content: Record<string, unknown>
  /** Our own words, in the language of the page as far as we speak it. */
  messages: Messages
  /** For `Intl`: numbers, money, dates and plurals as the page's language writes them. */
  locale: string
  /** The zone's element in the page. */
  host: RewardsZoneElement
  /** Ends when the zone leaves the document or loads anew; back in it, the zone has another. */
  signal: AbortSignal
  /** Loads the zone anew. */
  retry(): void
  act(action: Action): void
}

export interface ViewModule {
  default: ComponentType<ViewProps>
  /** The text of its style sheet. */
  styles: string
  /** The English of its own words, where they are not in `messages/en.ts`. */
  words?: Partial<Messages>
}

/**
 * The view that draws a content for a consumer, fetched on first use; without content it is only fetched. Here are the widgets that
 * sell; the table of those that show a consumer their own data comes when the first of them does. Only `share`, which most zones hold,
 * comes along with the element: one fetch less before the first widget stands, and 450 bytes less than by itself, because it compresses
 * together with the rest. Throws `unsupported_content` for a widget this version does not know.
 */
export async function findView(
  widget: string,
  rewards: Rewards,
  content?: Record<string, unknown>,
): Promise<ViewModule> {
  switch (widget) {
    case 'html':
      return import('./creative/creative-view.js')
    case 'cta':
      return import('./cta/cta-view.js')
    case 'offer':
      return import('./offer/offer-view.js')
    case 'share':
      return content?.capture && rewards.consumer.level === 'anonymous'
        ? import('./share/capture/capture-view.js')
        : { default: ShareView, styles }
  }
  return (await import('./own-view.js')).ownView(widget, rewards, content)
}
