import { Component, type ComponentChild, render } from 'preact'
import { safeDocument } from '../../src/base/safe-document.js'
import { overrideOwnerDocument } from '../override-owner-document.js'
import { CUSTOM_PROPERTIES } from '../theme/custom-properties.js'
import { ErrorBoundary } from './error-boundary.js'
import { onViewError } from './view-errors.js'

interface BodyPortalProps {
  /** The zone's element. The portal has its style sheets, language and custom properties. */
  host: Element
  /** Whether the portal is in the document. */
  open: boolean
  children: ComponentChild
  /** Aborts when the zone's element leaves the document, and when the zone loads again. */
  signal: AbortSignal
  /** Called when the zone's element has left the document. */
  onOrphaned(): void
}

interface BodyPortalState {
  /** An object, because anything can be thrown, even undefined. */
  failure?: { cause: unknown }
}

/**
 * Renders its children at the end of `<body>` instead of in the zone's element. A dialog needs it when the zone is inside a button of the page.
 * While it is closed, it keeps its children.
 */
export class BodyPortal extends Component<BodyPortalProps, BodyPortalState> {
  readonly #container = safeDocument().createElement('div')
  readonly #root = this.#container.attachShadow({ mode: 'open' })

  override componentDidMount() {
    onViewError(this.#root, this.#onError)
    this.#renderChildren()
  }

  override componentDidUpdate() {
    this.#renderChildren()
  }

  override componentWillUnmount() {
    render(null, this.#root)
    this.#container.remove()
  }

  override render(_: BodyPortalProps, { failure }: BodyPortalState) {
    // Thrown here, the error reaches the boundary around the zone's view.
    if (failure) throw failure.cause
    return null
  }

  #onAbort = () => this.props.host.isConnected || this.props.onOrphaned()

  #onError = (cause: unknown) => this.setState({ failure: { cause } })

  #renderChildren() {
    const { host, open, children, signal } = this.props
    const hostRoot = host.shadowRoot!
    const hostStyle = getComputedStyle(host)
    for (const name of CUSTOM_PROPERTIES) this.#container.style.setProperty(name, hostStyle.getPropertyValue(name))
    signal.addEventListener('abort', this.#onAbort)
    if (open && host.isConnected && !this.#container.isConnected) safeDocument().body.append(this.#container)
    overrideOwnerDocument(this.#root)
    this.#root.adoptedStyleSheets = hostRoot.adoptedStyleSheets
    const { className, lang, dir } = hostRoot.querySelector<HTMLElement>('.zone')!
    render(
      <div class={className} part="zone" lang={lang} dir={(dir || undefined) as 'auto'}>
        <ErrorBoundary resetKey={this} onError={this.#onError}>
          {children}
        </ErrorBoundary>
      </div>,
      this.#root,
    )
    if (!open) this.#container.remove()
  }
}
