import type { ComponentType } from 'preact'
import type { Data, Rewards, Zone } from '../src/api.js'
import type { Messages } from './messages/messages.js'
import type { Theme } from './theme/theme.js'

// The contract between the element and the views that it shows. Views import this file, the kit, and nothing of the element.

/** What a view knows of the element it is drawn in: a `<rewards-zone>`, or the frame of an item in a stack. */
export interface ZoneHost extends HTMLElement {
  readonly name: string
  readonly theme: Theme | null
  /** The page's own words, by key. */
  readonly messages: Partial<Messages> | null
}

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
  /** The data that was sent for targeting. */
  data: Data
  /** The zone's content as the platform sent it: read it with `read.ts`. */
  content: Record<string, unknown>
  /** The words of the widgets, in the page's language where there is a translation, else in English. */
  messages: Messages
  /** For `Intl`: numbers, money, dates and plurals as the page's language writes them. */
  locale: string
  host: ZoneHost
  /** Aborts when the element leaves the document or loads again; back in the document, the view gets a new signal. */
  signal: AbortSignal
  /** Loads the zone again. */
  retry(): void
  act(action: Action): void
}

export interface ViewModule {
  default: ComponentType<ViewProps>
  /** The text of the view's style sheet. */
  styles: string
  /** The view's own words in English, where they are not in `messages/en.ts`. */
  words?: Partial<Messages>
}

/**
 * Finds the view for a widget. Without `content` it only fetches the code. Throws `unsupported_content` for a widget that this
 * version does not know, and a `TypeError` when the code cannot be fetched.
 */
export type FindView = (widget: string, rewards: Rewards, content?: Record<string, unknown>) => Promise<ViewModule>
