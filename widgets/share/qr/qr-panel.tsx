import { Component } from 'preact'
import { Button } from '../../kit/button.js'
import type { PanelProps } from '../panels.js'
import { shareId } from '../share-id.js'
import { trackedLink } from '../share-text.js'
import { pngFile, qrCode, svgFile } from './qr-code.js'
import { words } from './words.js'

export { QrPanel as Panel, words }

/** The link for a friend who stands beside, or for paper. */
class QrPanel extends Component<PanelProps> {
  readonly #id = shareId()

  /** To show it is to hand it over: whether a friend scans it, their click will tell. */
  override componentDidMount() {
    const { rewards, shareable, act } = this.props
    const partner_share_id = this.#id
    rewards.track('share', { 'share.channel': 'qr', partner_share_id, advocate_code: shareable.code })
    act({ action: 'share', channel: 'qr', outcome: 'handed_off', partner_share_id })
  }

  override render({ shareable, messages }: PanelProps) {
    const code = qrCode(trackedLink(shareable.link, this.#id))
    return (
      <div part="panel qr">
        <svg
          part="qr-code"
          viewBox={`0 0 ${code.size} ${code.size}`}
          role="img"
          aria-label={messages.qr_label}
          // Dark on light in every scheme: scanners want it so.
          style={{ maxWidth: '14em', background: '#fff', borderRadius: 'var(--radius)' }}
        >
          <path d={code.path} />
        </svg>
        <small>{messages.qr_hint}</small>
        <div part="channels">
          <Button kind="quiet" onClick={async () => save(await pngFile(code), 'qr.png')}>
            {messages.qr_png}
          </Button>
          <Button kind="quiet" onClick={() => save(svgFile(code), 'qr.svg')}>
            {messages.qr_svg}
          </Button>
        </div>
      </div>
    )
  }
}

function save(file: Blob | null, name: string) {
  if (!file) return
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // Not before the browser has begun: Safari reads it a moment later.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
