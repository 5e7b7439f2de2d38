/// <reference types="vite/client" />
import { Component } from 'preact'
import type { Rewards } from '../../src/api.js'
import type { FindView, ViewProps } from '../view.js'
import { CloseApp } from './close-app.js'
import { findItem } from './find-item-view.js'
import styles from './stack.css?inline'
import { readStack } from './stack-content.js'
import { Item, type PreparedItem } from './stack-item.js'

export { styles }

/** The word of its button, which other languages have for the dialogs of `cta`. */
export const words = { cta_close: 'Close' }

/** The items of each content whose code has been fetched. */
const prepared = new WeakMap<object, PreparedItem[]>()

/** Fetches the code of all items before the first is drawn: they appear together, and no item moves another. */
export async function prepare(content: Record<string, unknown>, rewards: Rewards, findView: FindView): Promise<void> {
  const items = readStack(content).map(async item => {
    const load = () => findItem(item, rewards, findView)
    return { item, load, found: await load() }
  })
  prepared.set(content, await Promise.all(items))
}

/** Several widgets in one zone, one below the other: a dashboard, a small site. */
export default class StackView extends Component<ViewProps> {
  override componentDidMount() {
    const { rewards, zone, content } = this.props
    if (!readStack(content).length)
      rewards.report('unsupported_content', `Zone ${zone.name}: the stack widget needs items; got none`)
  }

  override render(props: ViewProps) {
    return (
      <div part="stack">
        <CloseApp {...props} />
        {(prepared.get(props.content) ?? []).map((each, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: what makes it the same when the zone is loaded anew is its place.
          <Item key={`${index} ${each.item.widget}`} {...props} {...each} />
        ))}
      </div>
    )
  }
}
