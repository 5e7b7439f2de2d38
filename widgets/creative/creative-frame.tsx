import { Component, createRef } from 'preact'
import type { Rewards } from '../../src/api.js'
import { safeDocument } from '../../src/safe-document.js'
import { guarded } from '../kit/view-errors.js'

/** How long a shell that has loaded may take to say hello: it says so while it loads. */
const GREETING_MS = 2_000
/** Pixels: more is a creative that grows with its frame. */
const HIGHEST = 10_000

interface CreativeFrameProps {
  zone: string
  html: string
  title: string
  /** Until the creative says how high it is. */
  height: string
  rewards: Rewards
}

interface CreativeFrameState {
  refused?: boolean
}

/**
 * A frame around a static page of the program, which gets the HTML by message. The sandbox makes its origin nobody's: no cookie, no
 * storage, no way to the page around it. What inherits the page's own policy (`srcdoc`, `blob:`, `data:`) could not run the
 * creative's scripts.
 */
export class CreativeFrame extends Component<CreativeFrameProps, CreativeFrameState> {
  override state: CreativeFrameState = {}
  readonly #address = `${this.props.rewards.domain}/rewards-creative.html`
  readonly #frame = createRef<HTMLIFrameElement>()
  readonly #life = new AbortController()
  #shell: MessagePort | undefined
  #timer: ReturnType<typeof setTimeout> | undefined

  override componentDidMount() {
    const { signal } = this.#life
    // JSON may name this widget, and has no HTML for it.
    if (!this.props.html) return this.#refuse()
    this.#fit(this.props.height)
    addEventListener('message', this.#greet, { signal })
    safeDocument().addEventListener('securitypolicyviolation', this.#violate, { signal })
  }

  override componentWillUnmount() {
    this.#leave()
  }

  override render({ title }: CreativeFrameProps, { refused }: CreativeFrameState) {
    if (refused) return null
    return (
      <iframe
        ref={this.#frame}
        part="creative"
        title={title}
        src={this.#address}
        sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"
        referrerPolicy="no-referrer"
        onLoad={guarded(this.#loaded)}
      />
    )
  }

  /** The frame may have been moved, and so loaded anew: the shell that spoke last is the one there is. */
  #greet = ({ source, origin, data, ports }: MessageEvent) => {
    if (source !== this.#frame.current?.contentWindow || origin !== 'null' || data !== 'rewards:creative') return
    const [shell] = ports
    if (!shell || shell === this.#shell) return
    clearTimeout(this.#timer)
    this.#shell?.close()
    this.#shell = shell
    shell.onmessage = ({ data }) => {
      if (data >= 0) this.#fit(`${Math.min(Number(data), HIGHEST)}px`)
    }
    shell.postMessage(this.props.html)
  }

  #fit(height: string) {
    this.#frame.current!.style.height = height
  }

  #loaded = () => {
    if (!this.#shell) this.#timer ??= setTimeout(this.#refuse, GREETING_MS)
  }

  #violate = ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent) => {
    if (!this.#shell && effectiveDirective === 'frame-src' && this.#address.startsWith(blockedURI)) this.#refuse()
  }

  /** The page's policy has no `frame-src` for it, there is no such file, or no HTML. */
  #refuse = () => {
    const { rewards, zone } = this.props
    this.#leave()
    this.setState({ refused: true })
    rewards.report(
      'unsupported_content',
      `Zone ${zone}: its HTML could not be shown. Allow ${this.#address} in frame-src, and check that it is served.`,
    )
  }

  #leave() {
    clearTimeout(this.#timer)
    this.#life.abort()
    this.#shell?.close()
  }
}
