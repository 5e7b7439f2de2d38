import { Component, createRef } from 'preact'
import { toText } from '../page-values.js'
import type { ViewProps, ZoneHost } from '../view.js'
import type { ZoneState } from '../zone-state.js'
import { renderZone } from '../render-zone.js'
import type { Found } from './find-item-view.js'
import type { StackItem } from './stack-content.js'

/** An item whose code has been fetched, or has failed to be. */
export interface PreparedItem {
  item: StackItem
  found: Found
  /** Fetches the code again. */
  load(): Promise<Found>
}

interface ItemProps extends ViewProps, PreparedItem {}

/**
 * One widget of a stack, in a shadow of its own: no style of one reaches another, and what goes wrong in one stays there. It is drawn
 * as a zone is, with its own retry.
 */
export class Item extends Component<ItemProps, { frame: number }> {
  /** In which of its frames it is drawn: of what has thrown half stands there, and nobody knows which half. */
  override state = { frame: 0 }
  readonly #section = createRef<HTMLElement>()
  readonly #frame = createRef<HTMLDivElement>()
  /** Whatever it comes to show. */
  readonly #changes = new MutationObserver(() => this.#fit())
  #found: Found = this.props.found

  override componentDidMount() {
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

  override render({ item: { title } }: ItemProps, { frame }: { frame: number }) {
    return (
      <section part="item" ref={this.#section} aria-label={title || undefined}>
        {title && <h2 part="title">{title}</h2>}
        <div key={frame} part="frame" ref={this.#frame} />
      </section>
    )
  }

  #draw() {
    const { rewards, zone, data, item } = this.props
    this.#open()
    const found = this.#found
    if (found === 'unknown') this.#fit()
    else if (found === 'failed') this.#show({ is: 'failed' })
    else this.#show({ is: 'ready', rewards, zone, data, ...item, view: found })
  }

  #open() {
    const frame = this.#frame.current!
    if (!frame.shadowRoot)
      this.#changes.observe(frame.attachShadow({ mode: 'open' }), { childList: true, subtree: true })
  }

  #retry = async () => {
    const { zone, load } = this.props
    this.#show({ is: 'loading', height: '6em' })
    const found = await load()
    // Its zone may have been loaded anew meanwhile, and this with it; or have gone.
    if (zone !== this.props.zone || !this.#frame.current) return
    this.#found = found
    this.#draw()
  }

  #show(state: ZoneState) {
    const { host, locale, messages, signal, act } = this.props
    const frame = this.#frame.current!
    const { scheme } = host.theme ?? {}
    // For its view this is the zone's element: fields that must not be in a shadow stand in it.
    const own: ZoneHost = Object.assign(frame, {
      name: host.name,
      theme: scheme ? { scheme } : null,
      messages: host.messages,
    })
    try {
      renderZone(frame.shadowRoot!, {
        state,
        host: own,
        words: messages,
        locale,
        signal,
        retry: this.#retry,
        act,
        fail: cause => this.#fail(frame, cause),
      })
    } catch (cause) {
      this.#fail(frame, cause)
    }
  }

  /** Shows in a new frame that it could not be drawn; who was in the old one is in its place in the new one. */
  #fail(frame: HTMLElement, cause: unknown) {
    // A handler of the frame may throw after another frame has taken its place.
    if (frame !== this.#frame.current) return
    const { rewards, item, zone } = this.props
    rewards.report(
      'internal_error',
      `The widget ${item.widget} in the stack of zone ${zone.name} failed: ${toText(cause)}`,
    )
    const held = frame.matches(':focus-within')
    this.#found = 'failed'
    this.setState({ frame: this.state.frame + 1 }, () => {
      // What takes no room takes no focus.
      this.#fit()
      if (held) this.#frame.current!.shadowRoot!.querySelector<HTMLElement>('.zone')!.focus()
    })
  }

  /** Takes no room for nothing, puts its headings below the title's, and lets the page style its parts as those of any zone. */
  #fit() {
    const frame = this.#frame.current
    if (!frame) return
    const root = frame.shadowRoot!
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
