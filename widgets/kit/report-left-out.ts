import type { ViewProps } from '../view.js'
import { withReports } from '../with-reports.js'

/** Reports how many items of a list in the content a widget does not show. `rule` says which items it shows. Default: the first `shown`. */
export function reportLeftOut(props: ViewProps, key: string, shown: number, rule?: string): void {
  const list = props.content[key]
  if (Array.isArray(list) && list.length > shown)
    withReports(loaded => loaded.reportLeftOut(props, key, list.length, shown, rule))
}
