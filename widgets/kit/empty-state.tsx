import { Icon } from './icon.js'

/** Shown instead of an empty list: an icon, and a text that says how to get the first item. */
export const EmptyState = ({ icon, children }: { icon: string; children: string }) => (
  <div part="empty">
    <Icon path={icon} />
    <p>{children}</p>
  </div>
)
