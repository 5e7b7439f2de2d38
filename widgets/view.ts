// The contract between the element and the views that it shows. Views import this file and the kit, but nothing of the element.

import type { ComponentType } from 'preact'
import type { Data, Rewards, Zone } from '../src/api.js'
import type { GivenMessages, Messages } from './messages/messages.js'
import type { Theme } from './theme/theme.js'

/** The element that a view is rendered in: a `<rewards-zone>`, or the element of an item in a stack. */
export interface ZoneHost extends HTMLElement {
  readonly name: string
  readonly theme: Theme | null
  /** The texts that the page has set, by key. */
  readonly messages: GivenMessages | null
  /** Of an item of a stack: its place in the content. */
  readonly place?: number
}

/** What a person did in a widget. The `detail` of `rewards:action` also has the name of the zone. */
export interface Action {
  action: string
  channel?: string
  outcome?: string
  partner_share_id?: string | undefined
}

export interface ViewProps {
  rewards: Rewards
  zone: Zone
  /** The data that was sent for targeting. */
  data: Data
  /** The zone's content as the platform sent it. Read it with `readers.ts`. */
  content: Record<string, unknown>
  /** All texts: the page's own, else those in the page's language, else in English. */
  messages: Messages
  /** For `Intl`: how to write numbers, money, dates and plurals. */
  locale: string
  host: ZoneHost
  /** Whether the zone could not be loaded again for a consumer who has reached a higher level. */
  hasLoadFailed?: boolean | undefined
  /** Aborts when the element leaves the document or loads again. When the element returns to the document, the view gets a new signal. */
  signal: AbortSignal
  /** Loads the zone again. */
  retry(): void
  /** Shows another view in place of this one until the zone loads again, as it does when the consumer reaches another level. */
  replaceView(view: ViewModule): void
  /** Dispatches `rewards:action`. */
  reportAction(action: Action): void
}

export interface ViewModule {
  default: ComponentType<ViewProps>
  /** The text of the view's style sheet. */
  styles: string
  /** The view's own texts in English. Those of `share` are in `messages/en.ts`. */
  en?: Partial<Messages>
  /** Fetches what the view needs for this content before it is shown, and resolves with the view. Without `content`, it only fetches the code. */
  prepare?(
    content: Record<string, unknown> | undefined,
    rewards: Rewards,
    findView: FindView,
  ): Promise<ViewModule> | undefined
  /** Whether it asks a person who is not verified for their email address. It shows nothing of theirs but the address. */
  asksForAddress?: boolean
  /** Whether it stands for a view of private data until the consumer is verified. */
  isLocked?: boolean
}

/**
 * Finds the view of a widget. Without `content`, it only fetches the code. Throws `unsupported_content` if this version does not have the
 * widget, and a `TypeError` if the code cannot be fetched.
 */
export type FindView = (widget: string, rewards: Rewards, content?: Record<string, unknown>) => Promise<ViewModule>
