import { Component, type ComponentChild, createRef } from 'preact'
import { Button } from './button.js'

interface LongListProps<Item> {
  items: Item[]
  /** On the button that shows the next ones. */
  more: string
  /** An item's own `key` is not asked for: a list is of one answer, and stays as it came. */
  draw(item: Item): ComponentChild
}

/** At a time. */
const PAGE = 20

/** A list of which the first come at once, and the next ones when they are asked for: the focus goes on to the first of them. */
export class LongList<Item> extends Component<LongListProps<Item>, { shown: number }> {
  override state = { shown: PAGE }
  readonly #list = createRef<HTMLUListElement>()

  override componentDidUpdate(_: unknown, { shown }: { shown: number }) {
    if (shown < this.state.shown) (this.#list.current!.children[shown] as HTMLElement).focus()
  }

  override render({ items, more, draw }: LongListProps<Item>, { shown }: { shown: number }) {
    return (
      <>
        {/* A list without its dots is none for VoiceOver, unless it says so. */}
        {/* biome-ignore lint/a11y/noRedundantRoles: see above */}
        <ul part="list" role="list" ref={this.#list}>
          {items.slice(0, shown).map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a list is of one answer, and stays as it came.
            <li key={index} part="item" tabIndex={index && index % PAGE === 0 ? -1 : undefined}>
              {draw(item)}
            </li>
          ))}
        </ul>
        {shown < items.length && (
          <Button kind="quiet" onClick={() => this.setState({ shown: shown + PAGE })}>
            {more}
          </Button>
        )}
      </>
    )
  }
}
