import { Component } from 'preact'
import type { Shareable, ShareOutcome } from '../../src/index.js'
import { Button } from '../kit/button.js'
import { CopyField } from '../kit/copy-field.js'
import { Icon } from '../kit/icon.js'
import { LiveRegion } from '../kit/live-region.js'
import { Retry } from '../kit/retry.js'
import type { ViewProps } from '../views.js'
import { ChannelLink } from './channel-link.js'
import { channels, type LinkChannel } from './channels.js'
import type { ShareContent } from './share-content.js'
import { withLink } from './share-text.js'

interface ShareLinkProps extends ViewProps {
  share: ShareContent
}

interface ShareLinkState {
  shareable?: Pick<Shareable, 'code' | 'link'> | undefined
  /** The link could not be had. */
  failed?: boolean
  /** Of the device's own share sheet. */
  outcome?: ShareOutcome | undefined
}

/** The person's link, and the ways to pass it on. */
export class ShareLink extends Component<ShareLinkProps, ShareLinkState> {
  override state: ShareLinkState = { shareable: this.props.share.shareable }

  override componentDidMount() {
    if (!this.state.shareable) this.#getLink()
  }

  override render({ share, messages }: ShareLinkProps, { shareable, failed, outcome }: ShareLinkState) {
    if (failed) return <Retry text={messages.link_failed} label={messages.retry} retry={this.#getLink} />
    return (
      <>
        {share.channels.includes('copy') && (
          <CopyField label={messages.your_link} value={shareable?.link ?? ''} messages={messages} copy={this.#copy} />
        )}
        <div class="row" part="channels">
          {share.channels.map(channel => this.#renderChannel(channel))}
        </div>
        <LiveRegion>
          {outcome === 'failed' ? messages.share_failed : outcome && outcome !== 'canceled' ? messages.shared : ''}
        </LiveRegion>
      </>
    )
  }

  #renderChannel(channel: string) {
    const { share, messages } = this.props
    const { shareable } = this.state
    if (!shareable) return null
    if (channel === 'native' && 'share' in navigator)
      return (
        <Button key={channel} kind="quiet" onClick={this.#shareNatively}>
          <Icon path={SHARE} />
          {messages.channels.native}
        </Button>
      )
    if (!Object.hasOwn(channels, channel)) return null
    const message = share.messages(channel)
    return (
      <ChannelLink
        key={channel}
        {...this.props}
        channel={channel as LinkChannel}
        message={message}
        shareable={shareable}
      />
    )
  }

  #getLink = async () => {
    this.setState({ failed: false })
    try {
      this.setState({ shareable: await this.props.rewards.shareables.getOrCreate() })
    } catch {
      this.setState({ failed: true })
    }
  }

  #copy = async () => (await this.#share('copy')) !== 'failed'

  #shareNatively = async () => {
    this.setState({ outcome: undefined })
    this.setState({ outcome: await this.#share('native') })
  }

  async #share(channel: 'copy' | 'native') {
    const { rewards, act, share } = this.props
    const { shareable } = this.state
    if (!shareable) return 'failed'
    const { message, subject } = share.messages(channel)
    // The share sheet adds the link by itself.
    const text = withLink(message, shareable.link, '')
    const result = await rewards
      .share(shareable, channel, { message: text, subject })
      .catch(() => ({ outcome: 'failed', channel }) as const)
    act({ action: 'share', ...result })
    return result.outcome
  }
}

const SHARE = 'M12 15V3M8 7l4-4 4 4M5 11v9h14v-9'
