import { MAX_ITEMS, readObject, readText } from '../readers.js'

export interface StackItemContent {
  title: string
  widget: string
  /** The content of the item's widget. */
  content: Record<string, unknown>
}

/** A stack could contain itself, a panel covers the page, and HTML is always the whole content of a zone. */
const NOT_ALLOWED = ['stack', 'panel', 'html']

/** Reads the content of the `stack` widget. Each item is the content of its widget, with a title. */
export const readStack = (content: Record<string, unknown>): StackItemContent[] =>
  (Array.isArray(content.items) ? content.items : [])
    .map(readObject)
    .map(item => ({ title: readText(item.title), widget: readText(item.widget), content: item }))
    .filter(({ widget }) => widget && !NOT_ALLOWED.includes(widget))
    .slice(0, MAX_ITEMS)
