import { Component } from 'preact'
import type { Shareable, ShareableInput } from '../../src/api.js'
import { Button } from '../kit/button.js'
import { CopyField } from '../kit/copy-field.js'
import { Icon } from '../kit/icon.js'
import { LiveRegion } from '../kit/live-region.js'
import { Retry } from '../kit/retry.js'
import { hasShareSheet } from '../kit/has-share-sheet.js'
import type { Messages } from '../messages/messages.js'
import { link, object, text } from '../readers.js'
import type { ViewProps } from '../view.js'
import { ChannelLink } from './channel-link.js'
import { channels, type LinkChannel } from './channels.js'
import type { PanelModule } from './panel.js'
import { panels } from './panels.js'
import type { ShareContent } from './share-content.js'
import { withLink } from './add-link.js'

interface ShareLinkProps extends ViewProps {
  share: ShareContent
}

interface ShareLinkState {
  /** Where the content does not bring one. */
  shareable?: Pick<Shareable, 'code' | 'link'> | undefined
  /** The link could not be had. */
  failed?: boolean
  /** What became of the last share: the name of its words. */
  told?: keyof Messages | undefined
  /** The panel that is unfolded. */
  open?: string | undefined
  /** The panels that have come, by name. */
  loaded: Record<string, PanelModule | undefined>
  /** The person's own words. */
  written?: string
}

/** The person's link, and the ways to pass it on. */
export class ShareLink extends Component<ShareLinkProps, ShareLinkState> {
  override state: ShareLinkState = { loaded: {} }

  override componentDidMount() {
    if (!this.props.share.shareable) this.#getLink()
  }

  /** Who has become known has another link. */
  override componentDidUpdate({ zone }: ShareLinkProps) {
    if (zone !== this.props.zone) this.componentDidMount()
  }

  override render({ messages }: ShareLinkProps, { failed, told, open, loaded }: ShareLinkState) {
    const share = this.#content()
    const { shareable } = share
    if (failed && !shareable) return <Retry text={messages.link_failed} label={messages.retry} retry={this.#getLink} />
    const copied = told === 'copy_handed_off'
    const panel = loaded[open ?? '']
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
            {this.#channels().map(channel =>
              this.#unfolds(channel) ? (
                <Button key={channel} kind="quiet" expanded={open === channel} onClick={() => this.#open(channel)}>
                  <Icon path={panels[channel]!.icon} />
                  {messages[channel as keyof Messages]}
                </Button>
              ) : channel === 'native' ? (
                <Button key={channel} kind="quiet" onClick={() => this.#share(channel)}>
                  <Icon path={SHARE} />
                  {messages.native}
                </Button>
              ) : (
                <ChannelLink
                  key={channel}
                  {...this.props}
                  share={share}
                  channel={channel as LinkChannel}
                  shareable={shareable}
                />
              ),
            )}
          </div>
        )}
        {shareable && panel && (
          <panel.Panel
            {...this.props}
            share={share}
            shareable={shareable}
            messages={{ ...panel.words, ...messages }}
            write={written => this.setState({ written })}
          />
        )}
      </>
    )
  }

  /** What is to be shared, as the person has changed it. */
  #content(): ShareContent {
    const { share } = this.props
    const { shareable, written } = this.state
    return {
      ...share,
      shareable: share.shareable ?? shareable,
      messages: channel => ({ ...share.messages(channel), ...(written && { message: written }) }),
    }
  }

  /** Those that this browser has; with a message among them, it can be changed. */
  #channels() {
    const known = this.props.share.channels.filter(
      channel =>
        Object.hasOwn(channels, channel) ||
        (channel === 'native' && hasShareSheet(this.props.rewards)) ||
        channel === 'qr',
    )
    return known.some(channel => !this.#unfolds(channel)) ? [...known, 'edit'] : known
  }

  /** The platform sends mail for those whom it knows; others have a link to their own app. */
  #unfolds = (channel: string) =>
    Object.hasOwn(panels, channel) && (channel !== 'email' || this.props.rewards.consumer.level !== 'anonymous')

  #open = async (name: string) => {
    const open = this.state.open === name ? undefined : name
    this.setState({ open, told: undefined })
    if (!open) return
    try {
      const panel = await panels[open]!.load()
      this.setState(({ loaded }) => ({ loaded: { ...loaded, [open]: panel } }))
    } catch {
      this.setState({ open: undefined, told: 'failed' })
    }
  }

  #getLink = async () => {
    const { rewards, data, zone } = this.props
    const { partner_content_id } = object(data.content)
    const key = text(partner_content_id)
    this.setState({ failed: false })
    // On a page about something, the link leads there.
    const about = key && { key, content: data.content as ShareableInput['content'] }
    const shareable = await rewards.shareables.getOrCreate(about || {}).catch(() => undefined)
    // It may be somebody else's by now; and what was theirs stands no longer than until this is known.
    if (zone !== this.props.zone) return
    this.setState(link(shareable?.link) ? { shareable } : { shareable: undefined, failed: true })
  }

  /** `told` is emptied first: a live region that is given the words it holds already says nothing. */
  async #share(channel: 'copy' | 'native') {
    const { rewards, act } = this.props
    const share = this.#content()
    const shareable = share.shareable!
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
