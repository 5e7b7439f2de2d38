import { Component } from 'preact'
import { Avatar } from '../kit/avatar.js'
import { Button } from '../kit/button.js'
import { DateText } from '../kit/date-text.js'
import { Icon } from '../kit/icon.js'
import { CHECK } from '../kit/icon-paths.js'
import { LiveRegion } from '../kit/live-region.js'
import type { Messages } from '../messages/messages.js'
import type { ViewProps } from '../view.js'
import type { Friend, ReminderText } from './referrals-content.js'
import { isSent, type ReminderContext, type ReminderResult, sendReminder } from './send-reminder.js'

interface FriendRowProps extends ViewProps {
  friend: Friend
  /** undefined until it is loaded, and if friends cannot be reminded. */
  reminderContext: ReminderContext | undefined
  /** undefined if friends cannot be reminded. */
  reminder: ReminderText | undefined
}

interface FriendRowState {
  isBusy?: boolean
  /** The result of the last reminder. */
  result?: ReminderResult | undefined
}

/** A friend, how far they have come, and a button that reminds a friend who has not bought anything. */
export class FriendRow extends Component<FriendRowProps, FriendRowState> {
  override state: FriendRowState = {}

  override render(props: FriendRowProps, { result }: FriendRowState) {
    const { friend, messages } = props
    const name = friend.first_name || messages.referrals_somebody
    const outcome = result?.channel === 'native' && isSent(result) ? 'shared' : result?.outcome
    const status = result && messages[`referrals_${result.channel}_${outcome}` as keyof Messages]
    return (
      <div part={`friend ${friend.state}`}>
        <Avatar name={name} image_url={friend.image_url} />
        {this.#renderState(name)}
        {friend.state !== 'bought' && this.#renderButton(name)}
        <LiveRegion hidden={!status}>{status || undefined}</LiveRegion>
      </div>
    )
  }

  #renderState(name: string) {
    const { friend, locale, messages } = this.props
    const { state, since } = friend
    return (
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
    )
  }

  #renderButton(name: string) {
    const { reminderContext, reminder, messages } = this.props
    const { isBusy, result } = this.state
    return (
      reminderContext &&
      reminder && (
        <Button
          kind="quiet"
          aria-disabled={isBusy || isSent(result)}
          aria-label={messages.referrals_remind_name.replace('{name}', () => name)}
          onClick={() => this.#remind(reminderContext, reminder)}
        >
          {messages.referrals_remind}
        </Button>
      )
    )
  }

  async #remind(context: ReminderContext, reminder: ReminderText) {
    if (this.state.isBusy || isSent(this.state.result)) return
    const { rewards, friend, messages, reportAction } = this.props
    this.setState({ isBusy: true, result: undefined })
    const message = reminder.message || messages.referrals_message
    const result = await sendReminder(rewards, context, friend, { ...reminder, message })
    this.setState({ isBusy: false, result })
    reportAction({ action: 'remind', ...result })
  }
}
