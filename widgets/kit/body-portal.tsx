import { Component, type ComponentChild, render } from 'preact'
import { safeDocument } from '../../src/safe-document.js'
import { drawWithOwnDocument } from '../override-owner-document.js'
import { TOKENS } from '../theme/custom-properties.js'
import { Boundary } from './error-boundary.js'
import { onFailure } from './view-errors.js'

interface BodyPortalProps {
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
export class BodyPortal extends Component<BodyPortalProps, { failure?: { cause: unknown } }> {
  readonly #holder = safeDocument().createElement('div')
  readonly #root = this.#holder.attachShadow({ mode: 'open' })
  readonly #removals = new MutationObserver(() => this.props.host.isConnected || this.props.onOrphaned())

  override componentDidMount() {
    onFailure(this.#root, this.#fail)
    this.#draw()
  }

  override componentDidUpdate() {
    this.#draw()
  }

  override componentWillUnmount() {
    render(null, this.#root)
    this.#leave()
  }

  override render(_: BodyPortalProps, { failure }: { failure?: { cause: unknown } }) {
    // Thrown here, it reaches the boundary around the zone's view.
    if (failure) throw failure.cause
    return null
  }

  #fail = (cause: unknown) => this.setState({ failure: { cause } })

  #draw() {
    const { host, open, children } = this.props
    const looks = host.shadowRoot!
    const set = getComputedStyle(host)
    for (const token of TOKENS) this.#holder.style.setProperty(token, set.getPropertyValue(token))
    if (open && host.isConnected && !this.#holder.isConnected) {
      safeDocument().body.append(this.#holder)
      this.#removals.observe(host.getRootNode(), { childList: true, subtree: true })
    }
    drawWithOwnDocument(this.#root)
    this.#root.adoptedStyleSheets = looks.adoptedStyleSheets
    const { className, lang, dir } = looks.querySelector<HTMLElement>('.zone')!
    render(
      <div class={className} lang={lang} dir={dir as 'auto'}>
        <Boundary of={this} onError={this.#fail}>
          {children}
        </Boundary>
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
