/// <reference types="vite/client" />
import type { ViewProps } from '../view.js'
import { Invitation } from './invitation.js'
import styles from './share.css?inline'
import { readShare } from './share-content.js'
import { ShareLink } from './share-link.js'

export { styles }

/** Invites the consumer to share their link. */
export default function ShareView(props: ViewProps) {
  const share = readShare(props.content)
  return (
    <Invitation share={share} messages={props.messages}>
      <ShareLink {...props} share={share} />
    </Invitation>
  )
}
