import { widgetsIn } from '../campaign/widget-content.js'
import { creativesIn } from './creative-form.js'

/** The events of the forms in the versions of a zone, newest first, each with the labels of its fields by their names. */
export function formEventsIn(zoneName: string, versions: { source: string }[]): Map<string, Map<string, string>> {
  const events = new Map<string, Map<string, string>>()
  const widgets = versions.flatMap(({ source }) => creativesIn(source)).flatMap(({ content }) => widgetsIn(content))
  for (const { widget, event, fields } of widgets.map(({ content }) => content)) {
    if (widget !== 'form') continue
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
