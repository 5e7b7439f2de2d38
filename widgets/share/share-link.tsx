import { Component } from 'preact'
import type { Shareable } from '../../src/index.js'
import { Button } from '../kit/button.js'
import { CopyField } from '../kit/copy-field.js'
import { Icon } from '../kit/icon.js'
import { LiveRegion } from '../kit/live-region.js'
import { Retry } from '../kit/retry.js'
import type { Messages } from '../messages/messages.js'
import { link } from '../read.js'
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
  /** What became of the last share: the name of its words. */
  told?: keyof Messages | undefined
}

/** The person's link, and the ways to pass it on. */
export class ShareLink extends Component<ShareLinkProps, ShareLinkState> {
  override state: ShareLinkState = { shareable: this.props.share.shareable }

  override componentDidMount() {
    if (!this.state.shareable) this.#getLink()
  }

  override render({ share, messages }: ShareLinkProps, { shareable, failed, told }: ShareLinkState) {
    if (failed) return <Retry text={messages.link_failed} label={messages.retry} retry={this.#getLink} />
    const copied = told === 'copy_handed_off'
    return (
      <>
        {share.channels.includes('copy') && (
          <CopyField
            label={messages.your_link}
            value={shareable?.link ?? ''}
            copied={copied}
            messages={messages}
            copy={async () => (await this.#share('copy')) !== 'failed'}
          />
        )}
        <LiveRegion hidden={copied || !told}>{told && messages[told]}</LiveRegion>
        {shareable && (
          <div part="channels">
            {share.channels.map(channel =>
              channel === 'native' && 'share' in navigator ? (
                <Button key={channel} kind="quiet" onClick={() => this.#share('native')}>
                  <Icon path={SHARE} />
                  {messages.native}
                </Button>
              ) : (
                Object.hasOwn(channels, channel) && (
                  <ChannelLink key={channel} {...this.props} channel={channel as LinkChannel} shareable={shareable} />
                )
              ),
            )}
          </div>
        )}
      </>
    )
  }

  #getLink = async () => {
    this.setState({ failed: false })
    try {
      const shareable = await this.props.rewards.shareables.getOrCreate()
      this.setState(link(shareable.link) ? { shareable } : { failed: true })
    } catch {
      this.setState({ failed: true })
    }
  }

  /** `told` is emptied first: a live region that is given the words it holds already says nothing. */
  async #share(channel: 'copy' | 'native') {
    const { rewards, act, share } = this.props
    const shareable = this.state.shareable!
    const { message, subject } = share.messages(channel)
    this.setState({ told: undefined })
    // The share sheet adds the link by itself.
    const content = { message: withLink(message, shareable.link, ''), subject }
    const result = await rewards
      .share(shareable, channel, content)
      .catch(() => ({ outcome: 'failed', channel }) as const)
    this.setState({ told: `${channel}_${result.outcome}` as keyof Messages })
    act({ action: 'share', ...result })
    return result.outcome
  }
}

const SHARE = 'M12 15V3M8 7l4-4 4 4M5 11v9h14v-9'
