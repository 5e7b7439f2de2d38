import { Component, createRef } from 'preact'
import type { ViewProps } from '../views.js'
import type { RewardsZoneElement } from '../zone-element.js'
import type { ZoneState } from '../zone-state.js'
import { renderZone } from '../zone-view.js'
import { type Found, findItem } from './find-item.js'
import type { StackItem } from './stack-content.js'

interface ItemProps extends ViewProps {
  item: StackItem
  found: Found
}

/**
 * One widget of a stack, in a shadow of its own: no style of one reaches another, and what goes wrong in one stays there. It is drawn
 * as a zone is, with its own retry.
 */
export class Item extends Component<ItemProps> {
  readonly #section = createRef<HTMLElement>()
  readonly #frame = createRef<HTMLDivElement>()
  /** Whatever it comes to show. */
  readonly #changes = new MutationObserver(() => this.#fit())
  #found: Found = this.props.found
  /** Nothing more can be drawn here: there is no view, or it has thrown and left half of itself. */
  #ended = false

  override componentDidMount() {
    const root = this.#frame.current!.attachShadow({ mode: 'open' })
    this.#changes.observe(root, { childList: true, subtree: true })
    this.#draw()
  }

  override componentDidUpdate({ zone }: ItemProps) {
    if (zone !== this.props.zone) this.#found = this.props.found
    this.#draw()
  }

  override componentWillUnmount() {
    this.#changes.disconnect()
    this.#show({ is: 'empty' })
  }

  override render({ item: { title } }: ItemProps) {
    return (
      <section part="item" ref={this.#section} aria-label={title || undefined}>
        {title && <h2 part="title">{title}</h2>}
        <div part="frame" ref={this.#frame} />
      </section>
    )
  }

  #draw() {
    const { rewards, zone, data, item } = this.props
    const found = this.#found
    if (found === 'unknown') return this.#end()
    this.#show(found === 'failed' ? { is: 'failed' } : { is: 'ready', rewards, zone, data, ...item, view: found })
  }

  #retry = async () => {
    const { rewards, zone, item } = this.props
    this.#show({ is: 'loading', height: '6em' })
    const found = await findItem(item, rewards)
    // Its zone may have been loaded anew meanwhile, and this with it; or have gone.
    if (zone !== this.props.zone || !this.#frame.current) return
    this.#found = found
    this.#draw()
  }

  #show(state: ZoneState) {
    if (this.#ended) return
    const { host, locale, messages, signal, act } = this.props
    const frame = this.#frame.current!
    const { scheme } = host.theme ?? {}
    // For its view this is the zone's element: fields that must not be in a shadow stand in it.
    const own = Object.assign(frame, { name: host.name, theme: scheme && { scheme }, messages: host.messages })
    try {
      renderZone(frame.shadowRoot!, {
        state,
        host: own as unknown as RewardsZoneElement,
        words: messages,
        locale,
        signal,
        retry: this.#retry,
        act,
      })
    } catch (cause) {
      this.#end()
      this.props.rewards.report('unsupported_content', `${this.props.item.widget} cannot be drawn: ${cause}`)
    }
  }

  #end() {
    this.#ended = true
    this.#frame.current!.shadowRoot!.replaceChildren()
    this.#fit()
  }

  /** Takes no room for nothing, puts its headings below the title's, and lets the page style its parts as those of any zone. */
  #fit() {
    const frame = this.#frame.current
    const root = frame?.shadowRoot
    if (!root) return
    this.#section.current!.hidden = !root.querySelector('.zone > *')
    if (this.props.item.title)
      for (const heading of root.querySelectorAll('h2')) heading.setAttribute('aria-level', '3')
    const parts = new Set(
      [...root.querySelectorAll('[part]')].flatMap(element => element.getAttribute('part')!.split(' ')),
    )
    parts.delete('zone')
    frame.setAttribute('exportparts', [...parts].join())
  }
}
