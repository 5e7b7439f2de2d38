import { creativesIn } from './creative-form.js'

/** The events of the forms in the versions of a zone, newest first, each with the labels of its fields by their names. */
export function formEventsIn(zoneName: string, versions: { source: string }[]): Map<string, Map<string, string>> {
  const events = new Map<string, Map<string, string>>()
  for (const { event, fields } of versions
    .flatMap(({ source }) => creativesIn(source))
    .flatMap(each => formsIn(each.content))) {
    const name = typeof event === 'string' && event !== '' ? event : `${zoneName}_submit`
    const labels = events.get(name) ?? new Map<string, string>()
    for (const field of Array.isArray(fields) ? fields : []) {
      const { name: key, label } = Object(field)
      // The newest version has the label of now.
      if (typeof key === 'string' && typeof label === 'string' && !labels.has(key)) labels.set(key, label)
    }
    events.set(name, labels)
  }
  return events
}

interface Form {
  event?: unknown
  fields?: unknown
}

/** A form, or the forms of a stack. */
function formsIn(content: unknown): Form[] {
  const { widget, items } = Object(content)
  if (widget === 'form') return [Object(content)]
  return widget === 'stack' && Array.isArray(items) ? items.flatMap(formsIn) : []
}
