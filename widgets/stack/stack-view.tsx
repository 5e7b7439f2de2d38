/// <reference types="vite/client" />
import { Component } from 'preact'
import type { Rewards } from '../../src/api.js'
import { object } from '../read.js'
import type { ViewProps } from '../views.js'
import { CloseApp } from './close-app.js'
import { type Found, findItem } from './find-item.js'
import styles from './stack.css?inline'
import { readStack } from './stack-content.js'
import { Item } from './stack-item.js'

export { styles }

/** The word of its button, which other languages have for the dialogs of `cta`. */
export const words = { cta_close: 'Close' }

/** The view of each item, by the content that it was fetched for. */
const fetched = new WeakMap<object, Found[]>()

/** Fetches the code of all items at once, before the first is drawn: then they are drawn together, and none moves another. */
export async function prepare(content: object, rewards: Rewards): Promise<void> {
  fetched.set(content, await Promise.all(readStack(object(content)).map(item => findItem(item, rewards))))
}

/** Several widgets in one zone, one below the other: a dashboard, a small site. */
export default class StackView extends Component<ViewProps> {
  override componentDidMount() {
    const { rewards, zone, content } = this.props
    if (!readStack(content).length)
      rewards.report('unsupported_content', `Zone ${zone.name}: the stack widget needs items; got none`)
  }

  override render(props: ViewProps) {
    const views = fetched.get(props.content)
    return (
      <div part="stack">
        <CloseApp {...props} />
        {readStack(props.content).map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: what makes it the same when the zone is loaded anew is its place.
          <Item key={`${index} ${item.widget}`} {...props} item={item} found={views?.[index] ?? 'failed'} />
        ))}
      </div>
    )
  }
}
