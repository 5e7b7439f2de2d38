import { Component } from 'preact'
import type { Shareable } from '../../src/api.js'
import { randomId } from '../../src/base/random-id.js'
import { trackedLink } from '../../src/base/tracked-link.js'
import { Icon } from '../kit/icon.js'
import { catchErrors } from '../kit/view-errors.js'
import type { ViewProps } from '../view.js'
import { addLink } from './add-link.js'
import { channels, type LinkChannel } from './channels.js'
import type { ShareContent } from './share-content.js'

interface ChannelLinkProps extends ViewProps {
  channel: LinkChannel
  share: ShareContent
  shareable: Pick<Shareable, 'code' | 'link'>
}

/** A link that opens another app or site with the message. */
export class ChannelLink extends Component<ChannelLinkProps> {
  #shareId = randomId()

  override render({ channel, share, shareable, messages }: ChannelLinkProps) {
    const { icon, href } = channels[channel]
    const link = trackedLink(shareable.link, this.#shareId)
    const { message, subject } = share.messages(channel)
    const values: Record<string, string> = {
      TEXT: addLink(message, shareable.link, link),
      SUBJECT: subject,
      LINK: link,
    }
    const url = href.replace(/[A-Z]{4,}/g, name => encodeURIComponent(values[name]!))
    // A URL that opens an app would leave an empty tab behind.
    const target = url.startsWith('https') ? '_blank' : undefined
    return (
      <a
        part={`button quiet ${channel}`}
        href={url}
        target={target}
        rel="noreferrer"
        onClick={catchErrors(this.#track)}
      >
        <Icon path={icon} />
        {messages[channel]}
      </a>
    )
  }

  #track = () => {
    const { rewards, reportAction, channel, shareable } = this.props
    const partner_share_id = this.#shareId
    rewards.track('share', { 'share.channel': channel, partner_share_id, advocate_code: shareable.code })
    reportAction({ action: 'share', channel, outcome: 'handed_off', partner_share_id })
    // The next click is another share, with a new id. The browser follows the link after this handler, so its `href` must not change before.
    setTimeout(() => {
      this.#shareId = randomId()
      this.forceUpdate()
    })
  }
}
