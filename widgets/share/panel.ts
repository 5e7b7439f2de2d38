import type { ComponentType } from 'preact'
import type { Shareable } from '../../src/api.js'
import type { Messages } from '../messages/messages.js'
import type { ViewProps } from '../view.js'
import type { ShareContent } from './share-content.js'

/** What unfolds below the channels. */
export interface PanelProps extends ViewProps {
  share: ShareContent
  shareable: Pick<Shareable, 'code' | 'link'>
  /** The person's own words, in the place of the marketer's for every channel. */
  write(message: string): void
}

export interface PanelModule {
  Panel: ComponentType<PanelProps>
  /** The English of its own words. */
  words: Partial<Messages>
}
