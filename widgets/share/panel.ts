import type { ComponentType } from 'preact'
import type { Shareable } from '../../src/api.js'
import type { Messages } from '../messages/messages.js'
import type { ViewProps } from '../view.js'
import type { ShareContent } from './share-content.js'

/** The props of a panel: what a channel shows below the buttons when it needs more than a link. */
export interface PanelProps extends ViewProps {
  share: ShareContent
  shareable: Pick<Shareable, 'code' | 'link'>
  /** Called when the person has changed the message. It replaces the marketer's message in every channel. */
  onMessageChange(message: string): void
}

export interface PanelModule {
  Panel: ComponentType<PanelProps>
  /** The panel's own texts in English. */
  en: Partial<Messages>
}
