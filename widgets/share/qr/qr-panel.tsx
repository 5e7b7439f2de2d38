import { Component } from 'preact'
import { randomId } from '../../../src/base/random-id.js'
import { Button } from '../../kit/button.js'
import { LiveRegion } from '../../kit/live-region.js'
import { saveFile } from '../../kit/save-file.js'
import { runForView } from '../../kit/view-errors.js'
import { linkFor } from '../link-for.js'
import type { PanelProps } from '../panel.js'
import { en } from './en.js'
import { pngFile, type QrCode, QUIET_ZONE, qrCode, svgFile } from './qr-code.js'

export { en, QrPanel as Panel }

interface QrState {
  /** undefined until it is created. null if the link is too long for a code. */
  code?: QrCode | null
}

const NO_TEXT = { message: '', subject: '' }

/** The link as a QR code, to scan from the screen or to print. */
class QrPanel extends Component<PanelProps, QrState> {
  override state: QrState = {}
  /** Shorter than for other channels: the longer the link, the smaller the modules of the code. */
  readonly #shareId = randomId(3)

  override componentDidMount() {
    this.#createCode(this.#track)
  }

  override componentDidUpdate({ shareable }: PanelProps) {
    if (shareable.link !== this.props.shareable.link) this.#createCode()
  }

  override render({ messages }: PanelProps, { code }: QrState) {
    const size = code?.size ?? 1
    if (code === null) return <LiveRegion hidden={false}>{messages.failed}</LiveRegion>
    return (
      <div part="panel qr">
        <svg
          part="qr-code"
          viewBox={`${-QUIET_ZONE} ${-QUIET_ZONE} ${size} ${size}`}
          role="img"
          aria-hidden={!code}
          aria-label={messages.qr_label}
          width="14em"
        >
          {/* Dark on light in every color scheme: not all scanners read an inverted code. */}
          <rect x={-QUIET_ZONE} y={-QUIET_ZONE} width={size} height={size} rx="1.5" fill="#fff" />
          <path d={code?.path} />
        </svg>
        <small>{messages.qr_hint}</small>
        <div part="channels">
          <Button kind="quiet" onClick={async () => code && saveFile(await pngFile(code), 'qr.png')}>
            {messages.qr_png}
          </Button>
          <Button kind="quiet" onClick={() => code && saveFile(svgFile(code), 'qr.svg')}>
            {messages.qr_svg}
          </Button>
        </div>
      </div>
    )
  }

  /** Runs in a new task: on a slow phone, this takes longer than rendering the panel. */
  #createCode(onCreated?: () => void) {
    const { host } = this.props
    setTimeout(runForView, 0, host.shadowRoot!, () => this.setState({ code: qrCode(this.#link().href) }, onCreated))
  }

  /** Showing the code counts as handing the link over. */
  #track = () => {
    const { rewards, reportAction } = this.props
    const outcome = this.state.code ? 'handed_off' : 'failed'
    if (this.state.code) rewards.track('share', this.#link().data)
    reportAction({ action: 'share', channel: 'qr', outcome, partner_share_id: this.#shareId })
  }

  #link = () => linkFor(this.props.shareable, 'qr', NO_TEXT, this.#shareId)
}
