import { Component, type ComponentChild, render } from 'preact'
import { TOKENS } from '../theme/tokens.js'

interface ApartProps {
  /** The zone's element, whose looks it has. */
  host: Element
  /** Whether it is in the page now. */
  open: boolean
  children: ComponentChild
  /** The zone's element has left the page. */
  onOrphaned(): void
}

/**
 * Draws its children at the end of the page instead of in the zone's element: for what may not stand where that stands, inside a
 * button of the page. Out of the page it keeps what it shows.
 */
export class Apart extends Component<ApartProps> {
  readonly #holder = document.createElement('div')
  readonly #root = this.#holder.attachShadow({ mode: 'open' })
  readonly #removals = new MutationObserver(() => this.props.host.isConnected || this.props.onOrphaned())

  override componentDidMount() {
    this.#draw()
  }

  override componentDidUpdate() {
    this.#draw()
  }

  override componentWillUnmount() {
    render(null, this.#root)
    this.#leave()
  }

  override render() {
    return null
  }

  #draw() {
    const { host, open, children } = this.props
    const looks = host.shadowRoot!
    const set = getComputedStyle(host)
    for (const token of TOKENS) this.#holder.style.setProperty(token, set.getPropertyValue(token))
    if (open && host.isConnected && !this.#holder.isConnected) {
      document.body.append(this.#holder)
      this.#removals.observe(host.getRootNode(), { childList: true, subtree: true })
    }
    this.#root.adoptedStyleSheets = looks.adoptedStyleSheets
    const { className, lang, dir } = looks.querySelector<HTMLElement>('.zone')!
    render(
      <div class={className} lang={lang} dir={dir as 'auto'}>
        {children}
      </div>,
      this.#root,
    )
    if (!open) this.#leave()
  }

  #leave() {
    this.#removals.disconnect()
    this.#holder.remove()
  }
}
