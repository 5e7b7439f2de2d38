import type { ViewProps } from '../view.js'
import { Invitation } from './invitation.js'
import { readShare } from './share-content.js'
import { ShareLink } from './share-link.js'
import { shareStyles } from './share-styles.js'

export { shareStyles as styles }

/** Invites the consumer to share their link. */
export default function ShareView(props: ViewProps) {
  const share = readShare(props.content)
  return (
    <Invitation {...props} share={share}>
      <ShareLink {...props} share={share} />
    </Invitation>
  )
}
