import { list, object, text } from '../readers.js'

export interface StackItem {
  title: string
  widget: string
  /** What the zone says for that widget. */
  content: Record<string, unknown>
}

/** A stack in a stack would have no end, and an HTML creative is a zone's whole answer. */
const NOT_WITHIN = ['stack', 'html']

/** Reads what a zone says for the stack widget: each item as its own widget reads it, and a title. */
export const readStack = (content: Record<string, unknown>): StackItem[] =>
  list(content.items)
    .map(object)
    .map(item => ({ title: text(item.title), widget: text(item.widget), content: item }))
    .filter(({ widget }) => widget && !NOT_WITHIN.includes(widget))
