import { Icon } from './icon.js'

/** There is nothing yet; what would change that. */
export const Empty = ({ icon, children }: { icon: string; children: string }) => (
  <div part="empty">
    <Icon path={icon} />
    <p>{children}</p>
  </div>
)
