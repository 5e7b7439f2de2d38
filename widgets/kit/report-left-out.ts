import { MAX_ITEMS, readList } from '../readers.js'
import type { ViewProps } from '../view.js'

/** Reports how many items of a list in the content a widget does not show. `rule` says which items it shows. */
export function reportLeftOut(
  { rewards, zone }: Pick<ViewProps, 'rewards' | 'zone'>,
  key: string,
  list: unknown,
  shown: number,
  rule: string,
): void {
  const count = Array.isArray(list) ? list.length : 0
  if (shown < count)
    rewards.report(
      'unsupported_content',
      `Zone ${zone.name}: ${count - shown} of ${count} ${key} are not shown. ${rule}`,
    )
}

/** Reports what `readTexts` leaves out of a long list. Empty texts are no mistake. */
export const reportCut = (props: Pick<ViewProps, 'rewards' | 'zone' | 'content'>, key: string): void =>
  reportLeftOut(
    props,
    key,
    props.content[key],
    readList(props.content[key]).length,
    `The widget shows at most ${MAX_ITEMS}`,
  )
