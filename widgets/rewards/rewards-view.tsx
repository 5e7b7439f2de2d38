/// <reference types="vite/client" />
import { Component } from 'preact'
import { EmptyState } from '../kit/empty-state.js'
import { Headline } from '../kit/headline.js'
import { LongList } from '../kit/long-list.js'
import { reportLeftOut } from '../kit/report-left-out.js'
import type { ViewProps } from '../view.js'
import { en } from './en.js'
import { Reward } from './reward.js'
import styles from './rewards.css?inline'
import { MAX_REWARDS, readRewards } from './rewards-content.js'

export { en, styles }

/** The rewards that the consumer has earned. */
export default class RewardsView extends Component<ViewProps> {
  override componentDidMount() {
    const { rewards, zone, content } = this.props
    if (content.rewards != null && !Array.isArray(content.rewards))
      rewards.report('unsupported_content', `Zone ${zone.name}: rewards must be a list`)
    const rule = `Each needs a state, and the widget shows at most ${MAX_REWARDS}`
    reportLeftOut(this.props, 'rewards', readRewards(content.rewards).length, rule)
  }

  override render(props: ViewProps) {
    const { content, messages } = props
    const rewards = readRewards(content.rewards)
    return (
      <section part="card rewards">
        <Headline {...this.props} fallback={messages.rewards_headline} />
        {rewards.length ? (
          <LongList
            items={rewards}
            moreLabel={messages.rewards_more}
            renderItem={reward => <Reward {...props} reward={reward} />}
          />
        ) : (
          <EmptyState {...this.props} icon={GIFT} fallback={messages.rewards_empty} />
        )}
      </section>
    )
  }
}

const GIFT = 'M4 11h16v9H4zM3 7h18v4H3zM12 7v13M12 7C9 7 7 6 7 4.500S9 3 12 7c3-4 5-4 5-2.500S15 7 12 7'
