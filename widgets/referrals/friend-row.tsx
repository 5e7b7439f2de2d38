import { Component } from 'preact'
import { Avatar } from '../kit/avatar.js'
import { Button } from '../kit/button.js'
import { DateText } from '../kit/date-text.js'
import { Icon } from '../kit/icon.js'
import { LiveRegion } from '../kit/live-region.js'
import type { Messages } from '../messages/messages.js'
import type { ViewProps } from '../view.js'
import type { Friend, Reminder } from './referrals-content.js'
import { type Means, type Reminded, remind } from './send-reminder.js'

interface FriendRowProps extends ViewProps {
  friend: Friend
  /** Undefined: friends are not to be reminded, or not yet. */
  means: Means | undefined
  reminder: Reminder | undefined
}

interface FriendRowState {
  busy?: boolean
  last?: Reminded | undefined
}

/** A friend, how far they have come, and a way to remind who has not bought. */
export class FriendRow extends Component<FriendRowProps, FriendRowState> {
  override state: FriendRowState = {}

  override render(props: FriendRowProps, { busy, last }: FriendRowState) {
    const { friend, means, reminder, locale, messages } = props
    const { state, since } = friend
    const name = friend.first_name || messages.referrals_somebody
    const told = last && messages[`referrals_${last.channel}_${last.outcome}` as keyof Messages]
    return (
      <div part={`friend ${state}`}>
        <Avatar name={name} image_url={friend.image_url} />
        <span part="who">
          <b>
            <bdi>{name}</bdi>
          </b>
          <small>
            <span>
              {state === 'bought' && <Icon path={CHECK} />}
              {messages[`referrals_${state}`]}
            </span>
            {since && <DateText date={since} locale={locale} dateStyle="medium" />}
          </small>
        </span>
        {means && reminder && state !== 'bought' && (
          <Button
            kind="quiet"
            aria-disabled={busy || isGone(last)}
            aria-label={messages.referrals_remind_name.replace('{name}', () => name)}
            onClick={() => this.#remind(means, reminder)}
          >
            {messages.referrals_remind}
          </Button>
        )}
        <LiveRegion hidden={!told}>{told || undefined}</LiveRegion>
      </div>
    )
  }

  async #remind(means: Means, reminder: Reminder) {
    if (this.state.busy || isGone(this.state.last)) return
    const { rewards, friend, messages, act } = this.props
    this.setState({ busy: true, last: undefined })
    const message = reminder.message || messages.referrals_message
    const last = await remind(rewards, means, friend, { ...reminder, message })
    this.setState({ busy: false, last })
    act({ action: 'remind', ...last })
  }
}

/** Once is enough. A link in the clipboard has gone nowhere yet. */
const isGone = (last: Reminded | undefined) =>
  last?.outcome === 'shared' || (last?.outcome === 'handed_off' && last.channel === 'email')

const CHECK = 'm5 12 5 5 9-10'
