/// <reference types="vite/client" />
import { Component } from 'preact'
import type { RewardStatus } from '../../src/api.js'
import { Button } from '../kit/button.js'
import { Headline } from '../kit/headline.js'
import { Icon } from '../kit/icon.js'
import { LiveRegion } from '../kit/live-region.js'
import { text } from '../readers.js'
import { Reward } from '../rewards/reward.js'
import { readReward } from '../rewards/rewards-content.js'
import { words as rewardWords } from '../rewards/en.js'
import type { ViewProps } from '../view.js'
import styles from './reward-status.css?inline'
import { readQuery } from './reward-status-content.js'
import { words as ownWords } from './en.js'

export { styles }
export const words = { ...rewardWords, ...ownWords }

interface RewardStatusState {
  answer?: RewardStatus | undefined
  /** Nothing more is heard: it took too long, or could not be asked. */
  ended?: 'late' | 'unknown' | undefined
}

/** How far one reward is, for as long as the zone is in the page: what has not succeeded yet is never said to have. */
export default class RewardStatusView extends Component<ViewProps, RewardStatusState> {
  override state: RewardStatusState = {}
  #query = ''
  #signal: AbortSignal | undefined

  override componentDidMount() {
    const { rewards, zone } = this.props
    if (!this.#asked())
      rewards.report(
        'unsupported_content',
        `Zone ${zone.name}: the reward-status widget needs a reward_name, partner_event_id or polling_id`,
      )
    this.#follow()
  }

  /** A zone that has come back into the page, or has loaded anew, has another signal. */
  override componentDidUpdate() {
    this.#follow()
  }

  override render(props: ViewProps, { answer, ended }: RewardStatusState) {
    const { content, messages } = props
    if (!this.#asked()) return null
    const is = ended ?? STEPS[answer?.status ?? ''] ?? 'pending'
    const reward = is === 'succeeded' && answer?.reward
    return (
      <section part={`card reward-status ${is}`}>
        <Headline content={content} ours={messages.reward_status_headline} />
        <div part="now">
          <Icon path={ICONS[is]} />
          <LiveRegion hidden={false}>{text(content[`${is}_text`]) || messages[`reward_status_${is}`]}</LiveRegion>
          {ended && (
            <Button kind="quiet" onClick={this.#watch}>
              {messages.reward_status_again}
            </Button>
          )}
        </div>
        {reward && <Reward {...props} reward={readReward(reward)} />}
      </section>
    )
  }

  #asked = () => readQuery(this.props.content, this.props.data)

  #follow() {
    const { signal } = this.props
    if (signal === this.#signal || signal.aborted) return
    this.#signal = signal
    this.#watch()
  }

  #watch = async () => {
    const { rewards, signal } = this.props
    const query = this.#asked()
    if (!query) return
    const asked = JSON.stringify(query)
    // What is known of another reward is nothing known of this one.
    this.setState({ ended: undefined, ...(asked !== this.#query && { answer: undefined }) })
    this.#query = asked
    let ended: RewardStatusState['ended'] = 'late'
    try {
      for await (const answer of rewards.rewardStatus.watch(query, { signal })) {
        this.setState({ answer })
        if (STEPS[answer.status]) ended = undefined
      }
    } catch {
      ended = 'unknown'
    }
    if (!signal.aborted) this.setState({ ended })
  }
}

/** Where it ends. */
const STEPS: Record<string, 'succeeded' | 'failed' | undefined> = { SUCCEEDED: 'succeeded', FAILED: 'failed' }

const CLOCK = 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16M12 8v4l3 2'
const ICONS = {
  pending: CLOCK,
  succeeded: 'm5 12 5 5 9-10',
  failed: 'm7 7 10 10m0-10L7 17',
  late: CLOCK,
  unknown: 'M12 5v9m0 3v1.500',
}
