import { Component, createRef } from 'preact'
import type { Rewards } from '../../src/api.js'
import { safeDocument } from '../../src/base/safe-document.js'
import { catchErrors } from '../kit/view-errors.js'
import { unsupportedIn } from './unsupported-html.js'

/** How long the frame's document may take to connect after its `load` event. It normally connects while it loads. */
const CONNECT_MS = 2_000
/** In pixels. The limit stops a creative that grows with its frame. */
const MAX_HEIGHT = 10_000

interface CreativeFrameProps {
  zone: string
  html: string
  title: string
  /** The height until the creative reports its own. */
  height: string
  rewards: Rewards
}

interface CreativeFrameState {
  failed?: boolean
}

/**
 * Shows HTML in a frame. The frame loads `rewards-creative.html`, a static page of the program, and sends it the HTML in a message. The sandbox
 * gives the frame an opaque origin: no cookies, no storage, no access to the page. `srcdoc`, `blob:` and `data:` would inherit the page's
 * content security policy, which may forbid the creative's scripts.
 */
export class CreativeFrame extends Component<CreativeFrameProps, CreativeFrameState> {
  override state: CreativeFrameState = {}
  readonly #url = `${this.props.rewards.domain}/rewards-creative.html`
  readonly #frame = createRef<HTMLIFrameElement>()
  readonly #controller = new AbortController()
  /** The connection to the frame's document. */
  #port: MessagePort | undefined
  #timer: ReturnType<typeof setTimeout> | undefined

  override componentDidMount() {
    const { signal } = this.#controller
    // JSON content may name the widget `html`, but has no HTML.
    if (!this.props.html) return this.#fail()
    this.#setHeight(this.props.height)
    const faults = unsupportedIn(this.props.html)
    if (faults.length) this.#report(`its HTML contains ${faults.join(' and ')}, which do not work in its frame`)
    addEventListener('message', this.#onMessage, { signal })
    safeDocument().addEventListener('securitypolicyviolation', this.#onPolicyViolation, { signal })
  }

  override componentWillUnmount() {
    this.#disconnect()
  }

  override render({ title }: CreativeFrameProps, { failed }: CreativeFrameState) {
    if (failed) return null
    return (
      <iframe
        ref={this.#frame}
        part="creative"
        title={title}
        src={this.#url}
        sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"
        referrerPolicy="no-referrer"
        onLoad={catchErrors(this.#onLoad)}
      />
    )
  }

  /** Connects to the frame's document. A frame that is moved in the page loads again, and its new document replaces the old connection. */
  #onMessage = ({ source, origin, data, ports }: MessageEvent) => {
    if (source !== this.#frame.current?.contentWindow || origin !== 'null' || data !== 'rewards:creative') return
    const [port] = ports
    if (!port || port === this.#port) return
    clearTimeout(this.#timer)
    this.#port?.close()
    this.#port = port
    port.onmessage = ({ data }) => {
      if (data >= 0) this.#setHeight(`${Math.min(Number(data), MAX_HEIGHT)}px`)
    }
    port.postMessage(this.props.html)
  }

  #setHeight(height: string) {
    this.#frame.current!.style.height = height
  }

  #onLoad = () => {
    if (!this.#port) this.#timer ??= setTimeout(this.#fail, CONNECT_MS)
  }

  #onPolicyViolation = ({ effectiveDirective, blockedURI, disposition }: SecurityPolicyViolationEvent) => {
    // A policy of `Content-Security-Policy-Report-Only` forbids nothing.
    if (this.#port || disposition === 'report') return
    if (effectiveDirective === 'frame-src' && this.#url.startsWith(blockedURI)) this.#fail()
  }

  /** The page's policy does not allow the frame, the file is missing, or there is no HTML. */
  #fail = () => {
    this.#disconnect()
    this.setState({ failed: true })
    this.#report(`its HTML could not be shown. Allow ${this.#url} in frame-src, and check that it is served.`)
  }

  #report(fault: string) {
    const { rewards, zone } = this.props
    rewards.report('unsupported_content', `Zone ${zone}: ${fault}`)
  }

  #disconnect() {
    clearTimeout(this.#timer)
    this.#controller.abort()
    this.#port?.close()
  }
}
