import { Component } from 'preact'
import { randomId } from '../../../src/random-id.js'
import { safeDocument } from '../../../src/safe-document.js'
import { trackedLink } from '../../../src/tracked-link.js'
import { Button } from '../../kit/button.js'
import { attempt } from '../../kit/view-errors.js'
import { LiveRegion } from '../../kit/live-region.js'
import type { PanelProps } from '../panel.js'
import { pngFile, type QrCode, qrCode, svgFile } from './qr-code.js'
import { words } from './en.js'

export { QrPanel as Panel, words }

interface QrState {
  /** Null: there is none for so long a link. */
  code?: QrCode | null
}

/** The link for a friend who stands beside, or for paper. */
class QrPanel extends Component<PanelProps, QrState> {
  override state: QrState = {}
  /** Short: the longer the link, the smaller the squares of its code. */
  readonly #id = randomId(3)

  override componentDidMount() {
    this.#make(this.#tell)
  }

  override componentDidUpdate({ shareable }: PanelProps) {
    if (shareable.link !== this.props.shareable.link) this.#make()
  }

  override render({ messages }: PanelProps, { code }: QrState) {
    const size = code?.size ?? 1
    if (code === null) return <LiveRegion hidden={false}>{messages.failed}</LiveRegion>
    return (
      <div part="panel qr">
        <svg
          part="qr-code"
          viewBox={`0 0 ${size} ${size}`}
          role="img"
          aria-hidden={!code}
          aria-label={messages.qr_label}
          width="14em"
        >
          {/* Dark on light in every scheme: scanners want it so. */}
          <rect width={size} height={size} rx="1.5" fill="#fff" />
          <path d={code?.path} />
        </svg>
        <small>{messages.qr_hint}</small>
        <div part="channels">
          <Button kind="quiet" onClick={async () => code && save(await pngFile(code), 'qr.png')}>
            {messages.qr_png}
          </Button>
          <Button kind="quiet" onClick={() => code && save(svgFile(code), 'qr.svg')}>
            {messages.qr_svg}
          </Button>
        </div>
      </div>
    )
  }

  /** In a task of its own, and once: it takes a slow phone longer than all the rest of the panel. */
  #make(then?: () => void) {
    const { shareable, host } = this.props
    const link = trackedLink(shareable.link, this.#id)
    setTimeout(attempt, 0, host.shadowRoot!, () => this.setState({ code: qrCode(link) }, then))
  }

  /** To show it is to hand it over: whether a friend scans it, their click will tell. */
  #tell = () => {
    const { rewards, shareable, act } = this.props
    const partner_share_id = this.#id
    const outcome = this.state.code ? 'handed_off' : 'failed'
    if (this.state.code)
      rewards.track('share', { 'share.channel': 'qr', partner_share_id, advocate_code: shareable.code })
    act({ action: 'share', channel: 'qr', outcome, partner_share_id })
  }
}

function save(file: Blob | null, name: string) {
  if (!file) return
  const link = safeDocument().createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // Not before the browser has begun: Safari reads it a moment later.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
