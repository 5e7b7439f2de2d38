/// <reference types="vite/client" />
import { reservedHeight } from '../reserved-height.js'
import type { ViewProps } from '../view.js'
import styles from './creative.css?inline'
import { CreativeFrame } from './creative-frame.js'
import { words } from './en.js'

export { styles, words }

/** HTML that is not ours, in a frame that it cannot get out of. */
export default function CreativeView({ zone: { name, html = '' }, rewards, host, messages }: ViewProps) {
  return (
    <CreativeFrame
      key={html}
      zone={name}
      html={html}
      title={messages.creative_title}
      height={reservedHeight(host) ?? SKELETON}
      rewards={rewards}
    />
  )
}

/** As high as what stood in its place. */
const SKELETON = '23em'
