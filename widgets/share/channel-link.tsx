import { Component } from 'preact'
import type { Shareable } from '../../src/api.js'
import { randomId } from '../../src/random-id.js'
import { trackedLink } from '../../src/tracked-link.js'
import { guarded } from '../kit/view-errors.js'
import { Icon } from '../kit/icon.js'
import type { ViewProps } from '../view.js'
import { channels, type LinkChannel } from './channels.js'
import type { ShareContent } from './share-content.js'
import { withLink } from './add-link.js'

interface ChannelLinkProps extends ViewProps {
  channel: LinkChannel
  share: ShareContent
  shareable: Pick<Shareable, 'code' | 'link'>
}

/** A link that hands the message over to another app or site. */
export class ChannelLink extends Component<ChannelLinkProps> {
  #id = randomId()

  override render({ channel, share, shareable, messages }: ChannelLinkProps) {
    const { icon, href } = channels[channel]
    const link = trackedLink(shareable.link, this.#id)
    const { message, subject } = share.messages(channel)
    const values: Record<string, string> = {
      TEXT: withLink(message, shareable.link, link),
      SUBJECT: subject,
      LINK: link,
    }
    const url = href.replace(/[A-Z]{4,}/g, name => encodeURIComponent(values[name]!))
    // A blank tab would stay behind an address that opens an app.
    const target = url.startsWith('https') ? '_blank' : undefined
    return (
      <a part={`button quiet ${channel}`} href={url} target={target} rel="noreferrer" onClick={guarded(this.#tell)}>
        <Icon path={icon} />
        {messages[channel]}
      </a>
    )
  }

  #tell = () => {
    const { rewards, act, channel, shareable } = this.props
    const partner_share_id = this.#id
    rewards.track('share', { 'share.channel': channel, partner_share_id, advocate_code: shareable.code })
    act({ action: 'share', channel, outcome: 'handed_off', partner_share_id })
    // The next click is another share. Not before the browser has followed this one, which it does right after this handler.
    setTimeout(() => {
      this.#id = randomId()
      this.forceUpdate()
    })
  }
}
