import { Component, createRef } from 'preact'
import type { Zone } from '../../src/api.js'
import { focusZone } from '../kit/focus-zone.js'
import { observeChanges } from '../observe-changes.js'
import { toText } from '../page-values.js'
import { readMessages, renderZone } from '../render-zone.js'
import { readTheme } from '../theme/theme.js'
import type { ViewProps, ZoneHost } from '../view.js'
import type { ZoneState } from '../zone-state.js'
import type { ItemView } from './find-item-view.js'
import type { StackItemContent } from './stack-content.js'

/** An item whose view was fetched, or could not be fetched. */
export interface PreparedItem {
  item: StackItemContent
  /** The index of the item in the content. Items above it may come and go with the level of the consumer. */
  place: number
  view: ItemView
  /** Fetches the view again. */
  load(): Promise<ItemView>
}

export const isLocked = ({ view }: Pick<PreparedItem, 'view'>) => typeof view === 'object' && view.isLocked

interface StackItemProps extends ViewProps, PreparedItem {
  /** Whether an item of the stack says how to verify. */
  hasLock: boolean
}

interface StackItemState {
  /** Counts the frames. After an error, the item gets a new frame: the old one may be only half rendered. */
  frame: number
}

/** One widget of a stack. It is rendered like a zone, with its own shadow root, styles, error handling and retry. */
export class StackItem extends Component<StackItemProps, StackItemState> {
  override state = { frame: 0 }
  readonly #section = createRef<HTMLElement>()
  readonly #frame = createRef<HTMLDivElement>()
  /** Ends watching what the item shows. */
  #unobserve?: (() => void) | undefined
  #view: ItemView = this.props.view

  override componentDidMount() {
    this.#renderItem()
  }

  override componentDidUpdate({ zone }: StackItemProps) {
    if (zone !== this.props.zone) this.#view = this.props.view
    this.#renderItem()
  }

  override componentWillUnmount() {
    this.#unobserve?.()
    this.#renderState({ status: 'empty' })
  }

  override render({ item: { title }, locale }: StackItemProps, { frame }: StackItemState) {
    return (
      <section part="item" ref={this.#section} aria-label={title || undefined} lang={locale}>
        {title && <h2 part="title">{title}</h2>}
        <div key={frame} part="frame" ref={this.#frame} />
      </section>
    )
  }

  #renderItem() {
    const { rewards, zone, data, item, hasLoadFailed } = this.props
    this.#attachRoot()
    const view = this.#view
    if (view === 'unknown') this.#adjustFrame()
    else if (view === 'failed') this.#renderState({ status: 'failed' })
    else
      this.#renderState({
        status: 'ready',
        rewards,
        zone,
        data,
        widget: item.widget,
        content: item.content,
        view,
        hasLoadFailed,
      })
  }

  #attachRoot() {
    const frame = this.#frame.current!
    if (frame.shadowRoot) return
    this.#unobserve?.()
    this.#unobserve = observeChanges(frame.attachShadow({ mode: 'open' }), () => this.#adjustFrame())
  }

  #renderState(state: ZoneState) {
    const { locale, messages, signal, zone, reportAction, hasLoadFailed, retry } = this.props
    const frame = this.#frame.current!
    try {
      renderZone(frame.shadowRoot!, {
        state,
        host: this.#hostIn(frame),
        translation: messages,
        locale,
        signal,
        retry: hasLoadFailed ? retry : this.#retry,
        replaceView: view => this.#replaceView(view, zone),
        reportAction,
        onError: cause => this.#onError(frame, cause),
      })
    } catch (cause) {
      this.#onError(frame, cause)
    }
  }

  /** Makes the frame the host of the item's view, which adds input fields to its host. Of the theme, only the color scheme is not inherited. */
  #hostIn(frame: HTMLElement): ZoneHost {
    const { host, place } = this.props
    // Without what the zone has reported as wrong already.
    return Object.assign(frame, {
      name: host.name,
      place,
      theme: readTheme({ scheme: host.theme?.scheme }),
      messages: readMessages(host, this.props.locale),
    })
  }

  #retry = async () => {
    const { zone, load } = this.props
    this.#renderState({ status: 'loading', height: '6em' })
    this.#replaceView(await load(), zone)
  }

  #replaceView(view: ItemView, zone: Zone) {
    // Meanwhile the zone may have loaded again, or the item may have been removed.
    if (zone !== this.props.zone || !this.#frame.current) return
    // One card says how to verify: a link that is denied later adds no second one.
    const isRepeated = this.props.hasLock && isLocked({ view })
    if (isRepeated) this.#renderState({ status: 'empty' })
    this.#view = isRepeated ? 'unknown' : view
    this.#renderItem()
  }

  /** Shows the failed state in a new frame. If the old frame has the focus, the new one gets it. */
  #onError(frame: HTMLElement, cause: unknown) {
    // A handler may throw after another frame has replaced its frame.
    if (frame !== this.#frame.current) return
    const { rewards, item, zone } = this.props
    rewards.report(
      'internal_error',
      `The widget ${item.widget} in the stack of zone ${zone.name} failed: ${toText(cause)}`,
    )
    const hadFocus = frame.matches(':focus-within')
    this.#view = 'failed'
    this.setState({ frame: this.state.frame + 1 }, () => {
      // A hidden section cannot get the focus.
      this.#adjustFrame()
      if (hadFocus) focusZone(this.#frame.current!)
    })
  }

  /** Hides an empty item, puts its headings below the item's title, and exports its parts, so that the page can style them. */
  #adjustFrame() {
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
