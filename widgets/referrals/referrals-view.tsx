/// <reference types="vite/client" />
import { Component } from 'preact'
import { EmptyState } from '../kit/empty-state.js'
import { Headline } from '../kit/headline.js'
import { LongList } from '../kit/long-list.js'
import { reportLeftOut } from '../kit/report-left-out.js'
import { Retry } from '../kit/retry.js'
import type { ViewProps } from '../view.js'
import { en } from './en.js'
import { FriendRow } from './friend-row.js'
import styles from './referrals.css?inline'
import { type Friend, MAX_FRIENDS, readFriends, readReminder } from './referrals-content.js'
import { fetchReminderContext, type ReminderContext } from './send-reminder.js'

export { en, styles }

interface ReferralsState {
  /** The friends from the platform, if the content has none. */
  friends?: Friend[]
  hasLoadFailed?: boolean
  reminderContext?: ReminderContext
}

/** The friends who have followed the consumer's link. */
export default class ReferralsView extends Component<ViewProps, ReferralsState> {
  override state: ReferralsState = {}

  override componentDidMount() {
    const { content, rewards } = this.props
    this.#reportLeftOut(content.referrals)
    if (!Array.isArray(content.referrals)) this.#loadFriends()
    if (readReminder(content))
      fetchReminderContext(rewards).then(
        reminderContext => this.setState({ reminderContext }),
        () => {}, // The runtime has reported the error. Without the context, there are no buttons to remind friends.
      )
  }

  override render({ messages }: ViewProps) {
    return (
      <section part="card referrals">
        <Headline {...this.props} fallback={messages.referrals_headline} />
        {this.#renderFriends()}
      </section>
    )
  }

  #renderFriends() {
    const { host, content, messages } = this.props
    const { hasLoadFailed, reminderContext } = this.state
    const friends = Array.isArray(content.referrals) ? readFriends(content.referrals) : this.state.friends
    if (hasLoadFailed && !friends)
      return <Retry host={host} text={messages.referrals_failed} label={messages.retry} retry={this.#loadFriends} />
    if (!friends) return <div part="waits" aria-busy="true" />
    if (!friends.length) return <EmptyState {...this.props} icon={PEOPLE} fallback={messages.referrals_empty} />
    const reminder = readReminder(content)
    return (
      <LongList
        items={friends}
        moreLabel={messages.referrals_more}
        renderItem={friend => (
          <FriendRow {...this.props} friend={friend} reminderContext={reminderContext} reminder={reminder} />
        )}
      />
    )
  }

  #reportLeftOut(referrals: unknown) {
    const rule = `Each needs a person, and the widget shows the newest ${MAX_FRIENDS}`
    reportLeftOut({ ...this.props, content: { referrals } }, 'referrals', readFriends(referrals).length, rule)
  }

  #loadFriends = async () => {
    this.setState({ hasLoadFailed: false })
    try {
      const referrals = await this.props.rewards.referrals.fromMe()
      this.setState({ friends: readFriends(referrals) })
      if (referrals.length > MAX_FRIENDS) this.#reportLeftOut(referrals)
    } catch {
      this.setState({ hasLoadFailed: true })
    }
  }
}

const PEOPLE = 'M9 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6M3 20c0-4 3-6 6-6s6 2 6 6M16 5a3 3 0 0 1 0 6M17 14c3 0 4 3 4 6'
