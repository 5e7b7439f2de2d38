import type { ComponentType } from 'preact'
import type { Rewards, Zone } from '../src/index.js'
import type { Messages } from './messages/en.js'

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
  /** The zone's content as it came: read it with `read.ts`. */
  content: Record<string, unknown>
  messages: Messages
  act(action: Action): void
}

export interface ViewModule {
  default: ComponentType<ViewProps>
  /** The text of its style sheet. */
  styles: string
}

/** Widget name → its view, fetched on first use. The one table to edit for a new widget. */
const views: Record<string, () => Promise<ViewModule>> = {
  share: () => import('./share/share-view.js'),
}

/** `undefined` for a widget this version does not know. */
export const findView = (widget: string) => (Object.hasOwn(views, widget) ? views[widget] : undefined)
