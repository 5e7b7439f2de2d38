import type { Messages } from '../messages/messages.js'
import { readText } from '../readers.js'

interface HeadlineProps {
  content: Record<string, unknown>
  /** The language of the content. */
  locale: string
  messages: Messages
  /** Shown if the content has no headline. */
  fallback: string
}

/** The headline of a card. An item of a stack with a title needs no fallback: the title stands above the card. */
export const Headline = ({ content, locale, messages, fallback }: HeadlineProps) => {
  const headline = readText(content.headline)
  const text = headline || (readText(content.title) ? '' : fallback)
  return text ? (
    <h2 part="headline" lang={headline ? locale : messages.lang}>
      {text}
    </h2>
  ) : null
}
