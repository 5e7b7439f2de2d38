import { Component } from 'preact'
import type { Shareable } from '../../src/api.js'
import { Icon } from '../kit/icon.js'
import { catchErrors } from '../kit/view-errors.js'
import type { ViewProps } from '../view.js'
import { channels, type LinkChannel } from './channels.js'
import { linkFor, type TrackedLink } from './link-for.js'
import type { ShareContent } from './share-content.js'

interface ChannelLinkProps extends ViewProps {
  channel: LinkChannel
  share: ShareContent
  shareable: Pick<Shareable, 'code' | 'link'>
}

/** A link that opens another app or site with the message. */
export class ChannelLink extends Component<ChannelLinkProps> {
  override render({ channel, share, shareable, messages }: ChannelLinkProps) {
    const { icon, name } = channels[channel]!
    const { href, data } = linkFor(shareable, channel, share.messages(channel))
    // A URL that opens an app would leave an empty tab behind.
    const target = href.startsWith('https') ? '_blank' : undefined
    const track = (event: MouseEvent) => this.#track(event, data)
    return (
      <a
        part={`button quiet ${channel}`}
        href={href}
        target={target}
        rel="noreferrer"
        onClick={catchErrors(track)}
        onAuxClick={catchErrors(track)}
      >
        <Icon path={icon} />
        {messages[channel] ?? name}
      </a>
    )
  }

  #track(event: MouseEvent, data: TrackedLink['data']) {
    // The second click of a double click would open the app again, with the link of another share.
    if (event.detail > 1) return event.preventDefault()
    // The middle button opens the link, too; the right one opens a menu.
    if (event.button > 1) return
    const { rewards, reportAction, channel } = this.props
    rewards.track('share', data)
    reportAction({ action: 'share', channel, outcome: 'handed_off', partner_share_id: data.partner_share_id })
    // The next click is another share, with a new id. The browser follows the link after this handler, so its `href` must not change before.
    setTimeout(() => this.forceUpdate())
  }
}
