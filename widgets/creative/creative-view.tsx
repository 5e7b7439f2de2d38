/// <reference types="vite/client" />
import { reservedHeight } from '../reserved-height.js'
import type { ViewProps } from '../view.js'
import styles from './creative.css?inline'
import { CreativeFrame } from './creative-frame.js'
import { en } from './en.js'

export { en, styles }

/** The height of the skeleton that the creative replaces. */
const DEFAULT_HEIGHT = '23em'

/** Shows HTML of a marketer in a frame that has no access to the page. */
export default function CreativeView({ zone: { name, html = '' }, rewards, host, messages }: ViewProps) {
  return (
    <CreativeFrame
      key={html}
      zone={name}
      html={html}
      title={messages.creative_title}
      height={reservedHeight(host) ?? DEFAULT_HEIGHT}
      rewards={rewards}
    />
  )
}
