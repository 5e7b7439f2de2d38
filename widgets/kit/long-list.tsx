import { Component, type ComponentChild, createRef } from 'preact'
import { Button } from './button.js'

interface ItemsProps<Item> {
  /** The items need no keys: the list never changes. */
  items: Item[]
  renderItem(item: Item): ComponentChild
}

interface LongListProps<Item> extends ItemsProps<Item> {
  /** The label of the button that shows more items. */
  moreLabel: string
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
    const pages = Array.from({ length: shown / PAGE }, (_, page) => page * PAGE)
    return (
      <>
        {/* biome-ignore lint/a11y/noRedundantRoles: without list markers, VoiceOver announces a list only if it has the role. */}
        <ul part="list" role="list" ref={this.#list}>
          {pages.map(first => (
            <Page key={first} items={items} first={first} renderItem={renderItem} />
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

interface PageProps<Item> extends ItemsProps<Item> {
  /** The index of its first item. */
  first: number
}

/** Is not rendered again when the list grows: with hundreds of items, each click would take longer than the one before. */
class Page<Item> extends Component<PageProps<Item>> {
  override shouldComponentUpdate({ items, renderItem }: PageProps<Item>) {
    return items !== this.props.items || renderItem !== this.props.renderItem
  }

  override render({ items, first, renderItem }: PageProps<Item>) {
    return items.slice(first, first + PAGE).map((item, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes.
      <li key={index} part="item" tabIndex={first && !index ? -1 : undefined}>
        {renderItem(item)}
      </li>
    ))
  }
}
