import { Component, type ComponentChild, createRef } from 'preact'
import { Button } from './button.js'

interface LongListProps<Item> {
  /** The items need no keys: the list never changes. */
  items: Item[]
  /** The label of the button that shows more items. */
  moreLabel: string
  renderItem(item: Item): ComponentChild
}

/** How many items are shown at first, and added with each click. */
const PAGE = 20

/** A list that shows its first items, with a button for more. A click moves the focus to the first new item. */
export class LongList<Item> extends Component<LongListProps<Item>, { shown: number }> {
  override state = { shown: PAGE }
  readonly #list = createRef<HTMLUListElement>()

  override componentDidUpdate(_: unknown, { shown }: { shown: number }) {
    if (shown < this.state.shown) (this.#list.current!.children[shown] as HTMLElement).focus()
  }

  override render({ items, moreLabel, renderItem }: LongListProps<Item>, { shown }: { shown: number }) {
    return (
      <>
        {/* biome-ignore lint/a11y/noRedundantRoles: without list markers, VoiceOver announces a list only if it has the role. */}
        <ul part="list" role="list" ref={this.#list}>
          {items.slice(0, shown).map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes.
            <li key={index} part="item" tabIndex={index && index % PAGE === 0 ? -1 : undefined}>
              {renderItem(item)}
            </li>
          ))}
        </ul>
        {shown < items.length && (
          <Button kind="quiet" onClick={() => this.setState({ shown: shown + PAGE })}>
            {moreLabel}
          </Button>
        )}
      </>
    )
  }
}
