import { text } from '../readers.js'

interface HeadlineProps {
  content: Record<string, unknown>
  /** Where the marketer wrote none. */
  ours: string
}

/** What a card is about: in the marketer's words, else in ours; a title that stands over it already says so. */
export const Headline = ({ content, ours }: HeadlineProps) => {
  const words = text(content.headline) || (text(content.title) ? '' : ours)
  return words ? <h2 part="headline">{words}</h2> : null
}
