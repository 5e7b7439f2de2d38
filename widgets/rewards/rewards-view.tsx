/// <reference types="vite/client" />
import { Component } from 'preact'
import { EmptyState } from '../kit/empty-state.js'
import { Headline } from '../kit/headline.js'
import { LongList } from '../kit/long-list.js'
import { reportLeftOut } from '../kit/report-left-out.js'
import { catchErrors } from '../kit/view-errors.js'
import type { ViewProps } from '../view.js'
import { en } from './en.js'
import { Reward } from './reward.js'
import styles from './rewards.css?inline'
import { MAX_REWARDS, type RewardContent, type RewardState, readRewards } from './rewards-content.js'

export { en, styles }

/** A longer list has a filter. */
const MANY = 10

interface RewardsState {
  /** The state whose rewards are shown. undefined: all. */
  state?: RewardState | undefined
}

/** The rewards that the consumer has earned. */
export default class RewardsView extends Component<ViewProps, RewardsState> {
  override componentDidMount() {
    const { rewards, zone, content } = this.props
    if (content.rewards != null && !Array.isArray(content.rewards))
      rewards.report('unsupported_content', `Zone ${zone.name}: rewards must be a list`)
    const rule = `Each needs a state, and the widget shows at most ${MAX_REWARDS}`
    reportLeftOut(this.props, 'rewards', readRewards(content.rewards).length, rule)
  }

  override render(props: ViewProps, { state }: RewardsState) {
    const { content, messages } = props
    const rewards = readRewards(content.rewards)
    const inState = rewards.filter(reward => reward.state === state)
    const shown = inState.length ? inState : rewards
    return (
      <section part="card rewards">
        <Headline {...this.props} fallback={messages.rewards_headline} />
        {this.#renderFilter(rewards)}
        {rewards.length ? (
          <LongList
            // Another list begins with its first page.
            key={shown === rewards ? 'all' : state}
            items={shown}
            moreLabel={messages.rewards_more}
            renderItem={reward => <Reward {...props} reward={reward} />}
          />
        ) : (
          <EmptyState {...this.props} icon={GIFT} fallback={messages.rewards_empty} />
        )}
      </section>
    )
  }

  /** A choice of the states that a long list has, in the order of the list. Nothing for a short list, or if all have the same state. */
  #renderFilter(rewards: RewardContent[]) {
    const { locale, messages } = this.props
    const states = [...new Set(rewards.map(({ state }) => state))]
    if (rewards.length <= MANY || states.length < 2) return null
    const { state = '' } = this.state
    const { format } = new Intl.NumberFormat(locale)
    const count = (state: RewardState) => rewards.filter(reward => reward.state === state).length
    return (
      <label part="filter">
        {messages.rewards_filter}
        <select
          value={states.some(each => each === state) ? state : ''}
          onChange={catchErrors(({ currentTarget }) =>
            this.setState({ state: ((currentTarget as HTMLSelectElement).value || undefined) as RewardState }),
          )}
        >
          <option value="">
            {messages.rewards_all} ({format(rewards.length)})
          </option>
          {states.map(each => (
            <option key={each} value={each}>
              {messages[`rewards_${each}`]} ({format(count(each))})
            </option>
          ))}
        </select>
      </label>
    )
  }
}

const GIFT = 'M4 11h16v9H4zM3 7h18v4H3zM12 7v13M12 7C9 7 7 6 7 4.500S9 3 12 7c3-4 5-4 5-2.500S15 7 12 7'
