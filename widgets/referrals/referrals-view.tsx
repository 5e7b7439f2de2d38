/// <reference types="vite/client" />
import { Component } from 'preact'
import { Empty } from '../kit/empty-state.js'
import { Headline } from '../kit/headline.js'
import { LongList } from '../kit/long-list.js'
import { Retry } from '../kit/retry.js'
import { text } from '../readers.js'
import type { ViewProps } from '../view.js'
import { FriendRow } from './friend-row.js'
import styles from './referrals.css?inline'
import { type Friend, readFriends, readReminder } from './referrals-content.js'
import { findMeans, type Means } from './send-reminder.js'
import { words } from './en.js'

export { styles, words }

interface ReferralsState {
  /** Where the content does not bring them. */
  asked?: Friend[]
  /** They could not be had. */
  failed?: boolean
  means?: Means
}

/** The friends whom the consumer brought. */
export default class ReferralsView extends Component<ViewProps, ReferralsState> {
  override state: ReferralsState = {}

  override componentDidMount() {
    if (!this.props.content.referrals) this.#ask()
    if (readReminder(this.props.content))
      // Without them nobody is reminded: the error is told already.
      findMeans(this.props.rewards).then(means => this.setState({ means }), Boolean)
  }

  override componentDidUpdate({ zone }: ViewProps) {
    if (zone !== this.props.zone) this.componentDidMount()
  }

  override render({ content, messages }: ViewProps) {
    return (
      <section part="card referrals">
        <Headline content={content} ours={messages.referrals_headline} />
        {this.#friends()}
      </section>
    )
  }

  #friends() {
    const { content, messages } = this.props
    const { asked, failed, means } = this.state
    const friends = content.referrals ? readFriends(content.referrals) : asked
    if (failed && !friends) return <Retry text={messages.referrals_failed} label={messages.retry} retry={this.#ask} />
    if (!friends) return <div part="waits" aria-busy="true" />
    if (!friends.length) return <Empty icon={FRIENDS}>{text(content.empty_text) || messages.referrals_empty}</Empty>
    return (
      <LongList
        items={friends}
        more={messages.referrals_more}
        draw={friend => <FriendRow {...this.props} friend={friend} means={means} reminder={readReminder(content)} />}
      />
    )
  }

  #ask = async () => {
    this.setState({ failed: false })
    try {
      this.setState({ asked: readFriends(await this.props.rewards.referrals.fromMe()) })
    } catch {
      this.setState({ failed: true })
    }
  }
}

const FRIENDS = 'M9 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6M3 20c0-4 3-6 6-6s6 2 6 6M16 5a3 3 0 0 1 0 6M17 14c3 0 4 3 4 6'
