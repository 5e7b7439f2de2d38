import { Component } from 'preact'
import type { Shareable } from '../../src/api.js'
import { Button } from '../kit/button.js'
import { CopyField } from '../kit/copy-field.js'
import { Icon } from '../kit/icon.js'
import { LiveRegion } from '../kit/live-region.js'
import { reportLeftOut } from '../kit/report-left-out.js'
import { Retry } from '../kit/retry.js'
import type { Messages } from '../messages/messages.js'
import { MAX_ITEMS, readLink, readObject } from '../readers.js'
import type { ViewModule, ViewProps } from '../view.js'
import { withReports } from '../with-reports.js'
import { addLink } from './add-link.js'
import { ChannelLink } from './channel-link.js'
import { availableChannels, channels, type LinkChannel } from './channels.js'
import { fetchShareable } from './fetch-shareable.js'
import type { PanelModule } from './panel.js'
import { panels } from './panels.js'
import { DEFAULT_CHANNELS, type ShareContent } from './share-content.js'

interface ShareLinkProps extends ViewProps {
  share: ShareContent
}

interface ShareLinkState {
  /** The shareable from the platform, if the content has none. */
  shareable?: Pick<Shareable, 'code' | 'link'> | undefined
  hasLoadFailed?: boolean
  /** The key of the message about the last share. */
  message?: keyof Messages | undefined
  /** The channel whose panel is open. */
  openPanel?: string | undefined
  /** The person's own message, which may be empty. undefined: the marketer's. */
  ownMessage?: string
}

/** Why the link could not be loaded. */
interface Failure {
  code?: unknown
  link?: undefined
}

/** The consumer's link, with a button for each channel. */
export class ShareLink extends Component<ShareLinkProps, ShareLinkState> {
  override state: ShareLinkState = {}
  /** The panels that are loaded, by channel. */
  readonly #loadedPanels: Record<string, PanelModule | undefined> = {}

  override componentDidMount() {
    const { share, rewards } = this.props
    if (!availableChannels(rewards, share.channels).length)
      withReports(({ reportChannels }) => reportChannels(this.props, share.channels))
    reportLeftOut(this.props, 'how_it_works', MAX_ITEMS)
    if (!share.shareable) this.#loadLink()
  }

  /** The zone loads again when the consumer changes, who then has another link. */
  override componentDidUpdate({ zone }: ShareLinkProps) {
    if (zone !== this.props.zone) this.componentDidMount()
  }

  override render({ host, messages }: ShareLinkProps, { hasLoadFailed, message }: ShareLinkState) {
    const share = this.#currentShare()
    const { shareable } = share
    if (hasLoadFailed && !shareable)
      return <Retry host={host} text={messages.link_failed} label={messages.retry} retry={this.#loadLink} />
    const copied = message === 'copy_handed_off'
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
        <LiveRegion hidden={copied || !message}>{message && messages[message]}</LiveRegion>
        {shareable && (
          <div part="channels">
            {this.#buttons(share).map(channel => this.#renderChannel(channel, share, shareable))}
          </div>
        )}
        {shareable && this.#renderPanel(share, shareable)}
      </>
    )
  }

  #renderChannel(channel: string, share: ShareContent, shareable: Pick<Shareable, 'code' | 'link'>) {
    const { messages } = this.props
    if (this.#hasPanel(channel))
      return (
        <Button
          key={channel}
          kind="quiet"
          expanded={this.state.openPanel === channel}
          onClick={() => this.#togglePanel(channel)}
        >
          <Icon path={panels[channel]!.icon} />
          {messages[channel as keyof Messages]}
        </Button>
      )
    if (channel === 'native')
      return (
        <Button key={channel} kind="quiet" onClick={() => this.#share(channel)}>
          <Icon path={SHARE} />
          {messages.native}
        </Button>
      )
    return (
      <ChannelLink key={channel} {...this.props} share={share} channel={channel as LinkChannel} shareable={shareable} />
    )
  }

  #renderPanel(share: ShareContent, shareable: Pick<Shareable, 'code' | 'link'>) {
    const module = this.#loadedPanels[this.state.openPanel ?? '']
    return (
      module && (
        <module.Panel
          {...this.props}
          share={share}
          shareable={shareable}
          messages={{ ...module.en, ...this.props.messages }}
          onMessageChange={ownMessage => this.setState({ ownMessage })}
        />
      )
    )
  }

  /** The content, with the channels that this browser has, the platform's shareable and the person's own message. */
  #currentShare(): ShareContent {
    const { share, rewards } = this.props
    const { shareable, ownMessage } = this.state
    const available = availableChannels(rewards, share.channels)
    return {
      ...share,
      channels: available.length ? available : availableChannels(rewards, DEFAULT_CHANNELS),
      shareable: share.shareable ?? shareable,
      messages: channel => ({ ...share.messages(channel), ...(ownMessage !== undefined && { message: ownMessage }) }),
    }
  }

  /** The channels that have a button. With `edit` at the end, if one of them takes the message. The address of others has only the link. */
  #buttons(share: ShareContent) {
    const buttons = share.channels.filter(channel => channel !== 'copy')
    return buttons.some(channel => !this.#hasPanel(channel) && !channels[channel]?.href.endsWith('=LINK'))
      ? [...buttons, 'edit']
      : buttons
  }

  /** The platform sends emails only for consumers whom it knows. Others get a link to their own mail app. */
  #hasPanel(channel: string) {
    return channel in panels && (channel !== 'email' || this.props.rewards.consumer.level !== 'anonymous')
  }

  async #togglePanel(channel: string) {
    const openPanel = this.state.openPanel === channel ? undefined : channel
    this.setState({ openPanel, message: undefined })
    if (!openPanel) return
    try {
      this.#loadedPanels[openPanel] = await panels[openPanel]!.load()
      this.forceUpdate()
    } catch {
      // The person may have opened another panel meanwhile.
      if (this.state.openPanel === openPanel) this.setState({ openPanel: undefined, message: 'failed' })
    }
  }

  #loadLink = async () => {
    const { rewards, data, zone, replaceView } = this.props
    this.setState({ hasLoadFailed: false })
    const loaded = await fetchShareable(rewards, data).catch<Failure>(readObject)
    // Another try cannot help a consumer whose level is too low: an anonymous one enters an email address, others verify theirs.
    if (!loaded || (loaded.code === 'scopes_denied' && rewards.consumer.level !== 'verified')) {
      const view: Promise<ViewModule> = loaded
        ? import('../locked/locked-view.js')
        : import('./capture/capture-view.js')
      await view.then(replaceView, () => {})
    }
    // The zone has loaded again meanwhile: the link may be that of another consumer.
    if (zone !== this.props.zone) return
    const shareable = loaded?.link && readLink(loaded.link) ? loaded : undefined
    this.setState({ shareable, hasLoadFailed: !shareable })
  }

  async #share(channel: 'copy' | 'native') {
    const { rewards, reportAction } = this.props
    const share = this.#currentShare()
    const shareable = share.shareable!
    const { message, subject } = share.messages(channel)
    // Emptied first: a screen reader announces a live region only when its text changes.
    this.setState({ message: undefined })
    // `share()` adds the link.
    const text = { message: addLink(message, shareable.link, ''), subject }
    const result = await rewards.share(shareable, channel, text).catch(() => ({ outcome: 'failed', channel }) as const)
    this.setState({ message: `${channel}_${result.outcome}` as keyof Messages })
    reportAction({ action: 'share', ...result })
    return result.outcome
  }
}

const SHARE = 'M12 15V3M8 7l4-4 4 4M5 11v9h14v-9'
