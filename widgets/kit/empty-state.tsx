import type { Messages } from '../messages/messages.js'
import { readText } from '../readers.js'
import { Icon } from './icon.js'

interface EmptyStateProps {
  content: Record<string, unknown>
  /** The language of the content. */
  locale: string
  messages: Messages
  icon: string
  /** Shown if the content has no text for it. */
  fallback: string
}

/** Shown instead of an empty list: an icon, and a text that says how to get the first item. */
export const EmptyState = ({ content, locale, messages, icon, fallback }: EmptyStateProps) => {
  const text = readText(content.empty_text)
  return (
    <div part="empty">
      <Icon path={icon} />
      <p lang={text ? locale : messages.lang}>{text || fallback}</p>
    </div>
  )
}
