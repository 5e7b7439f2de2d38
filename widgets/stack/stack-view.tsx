/// <reference types="vite/client" />
import { Component } from 'preact'
import type { Rewards } from '../../src/api.js'
import { reportLeftOut } from '../kit/report-left-out.js'
import { MAX_ITEMS } from '../readers.js'
import type { FindView, ViewModule, ViewProps } from '../view.js'
import { CloseApp } from './close-app.js'
import { findItemView } from './find-item-view.js'
import styles from './stack.css?inline'
import { readStack } from './stack-content.js'
import { isLocked, type PreparedItem, StackItem } from './stack-item.js'

export { styles }

/** The label of the button that closes the app. It is the same text as for the dialog of `cta`, so all languages have it. */
export const en = { cta_close: 'Close' }

/** The prepared items of each content. */
const preparedItems = new WeakMap<object, PreparedItem[]>()

/** Fetches the views of all items before the stack is shown: all items appear at once, and none moves another. */
export const prepare: NonNullable<ViewModule['prepare']> = (content, rewards, findView) =>
  content && prepareItems(content, rewards, findView)

async function prepareItems(
  content: Record<string, unknown>,
  rewards: Rewards,
  findView: FindView,
): Promise<ViewModule> {
  const items = readStack(content).map(async (item, place) => {
    const load = () => findItemView(item, rewards, findView)
    return { item, place, load, view: await load() }
  })
  preparedItems.set(content, await Promise.all(items))
  return { default: StackView, styles, en }
}

/** Several widgets in one zone, below each other, such as a dashboard. */
export default class StackView extends Component<ViewProps> {
  override componentDidMount() {
    const { rewards, zone, content } = this.props
    const { length } = readStack(content)
    if (!length) rewards.report('unsupported_content', `Zone ${zone.name}: the stack widget needs items; got none`)
    const rule = `Each needs a widget other than stack, panel and html, and the widget shows at most ${MAX_ITEMS}`
    reportLeftOut(this.props, 'items', length, rule)
  }

  override render(props: ViewProps) {
    const items = withoutRepeatedLocks(preparedItems.get(props.content) ?? [])
    return (
      <div part="stack">
        <CloseApp {...props} />
        {items.map((prepared, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: when the zone loads again, an item at the same place is the same item.
          <StackItem key={`${index} ${prepared.item.widget}`} {...props} {...prepared} hasLock={items.some(isLocked)} />
        ))}
      </div>
    )
  }
}

/** One card for all private items says how to verify. When the consumer is verified, the zone loads again, with all items. */
function withoutRepeatedLocks(items: PreparedItem[]): PreparedItem[] {
  const locked = items.filter(isLocked)
  return items.filter(item => !locked.includes(item) || item === locked[0])
}
