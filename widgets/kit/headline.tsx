import { readText } from '../readers.js'

interface HeadlineProps {
  content: Record<string, unknown>
  /** Shown if the content has no headline. */
  fallback: string
}

/** The headline of a card. An item of a stack with a title needs no fallback: the title stands above the card. */
export const Headline = ({ content, fallback }: HeadlineProps) => {
  const headline = readText(content.headline) || (readText(content.title) ? '' : fallback)
  return headline ? <h2 part="headline">{headline}</h2> : null
}
