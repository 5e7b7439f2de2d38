/// <reference types="vite/client" />
import { Component } from 'preact'
import type { RewardStatus } from '../../src/api.js'
import { Button } from '../kit/button.js'
import { focusZone } from '../kit/focus-zone.js'
import { Headline } from '../kit/headline.js'
import { Icon } from '../kit/icon.js'
import { CHECK } from '../kit/icon-paths.js'
import { LiveRegion } from '../kit/live-region.js'
import { readText } from '../readers.js'
import { en as rewardsEn } from '../rewards/en.js'
import { Reward } from '../rewards/reward.js'
import { readReward } from '../rewards/rewards-content.js'
import { CLOCK, CROSS, EXCLAMATION_MARK } from '../rewards/status-icons.js'
import type { ViewProps } from '../view.js'
import { en as ownEn } from './en.js'
import styles from './reward-status.css?inline'
import { readQuery } from './reward-status-content.js'

export { styles }
export const en = { ...rewardsEn, ...ownEn }

interface RewardStatusState {
  /** The last answer of the platform. */
  answer?: RewardStatus | undefined
  /** Why watching has ended without a final status: `late` after a time limit, `unknown` after an error. */
  ended?: 'late' | 'unknown' | undefined
}

/** The answers of the platform that are final. Any other one counts as pending. */
const FINAL: Record<string, 'succeeded' | 'failed' | undefined> = { SUCCEEDED: 'succeeded', FAILED: 'failed' }

/** Shows the status of one reward, and updates it until it is final. */
export default class RewardStatusView extends Component<ViewProps, RewardStatusState> {
  override state: RewardStatusState = {}
  /** The query of the last watch, as JSON. */
  #query = ''
  #signal: AbortSignal | undefined

  override componentDidMount() {
    const { rewards, zone } = this.props
    if (!this.#readQuery())
      rewards.report(
        'unsupported_content',
        `Zone ${zone.name}: the reward-status widget needs a reward_name, partner_event_id or polling_id`,
      )
    this.#watchUntilAborted()
  }

  override componentDidUpdate() {
    this.#watchUntilAborted()
  }

  override render(props: ViewProps, { answer, ended }: RewardStatusState) {
    const { content, messages } = props
    if (!this.#readQuery()) return null
    const status = ended ?? FINAL[answer?.status ?? ''] ?? 'pending'
    const reward = status === 'succeeded' && answer?.reward
    const text = readText(content[`${status}_text`])
    return (
      <section part={`card reward-status ${status}`}>
        <Headline {...this.props} fallback={messages.reward_status_headline} />
        <div part="now">
          <Icon path={ICONS[status]} />
          <LiveRegion hidden={false} lang={text ? props.locale : messages.lang}>
            {text || messages[`reward_status_${status}`]}
          </LiveRegion>
          {ended && (
            <Button kind="quiet" onClick={this.#checkAgain}>
              {messages.reward_status_again}
            </Button>
          )}
        </div>
        {reward && <Reward {...props} reward={readReward(reward)} />}
      </section>
    )
  }

  #readQuery = () => readQuery(this.props.content, this.props.data)

  /** A zone that returns to the document, or loads again, has a new signal. */
  #watchUntilAborted() {
    const { signal } = this.props
    if (signal === this.#signal || signal.aborted) return
    this.#signal = signal
    this.#watch()
  }

  #checkAgain = () => {
    focusZone(this.props.host)
    return this.#watch()
  }

  #watch = async () => {
    const { rewards, signal } = this.props
    const query = this.#readQuery()
    if (!query) return
    const json = JSON.stringify(query)
    // An answer about another reward says nothing about this one.
    this.setState({ ended: undefined, ...(json !== this.#query && { answer: undefined }) })
    this.#query = json
    let ended: RewardStatusState['ended'] = 'late'
    try {
      for await (const answer of rewards.rewardStatus.watch(query, { signal })) {
        this.setState({ answer })
        if (FINAL[answer.status]) ended = undefined
      }
    } catch {
      ended = 'unknown'
    }
    if (!signal.aborted) this.setState({ ended })
  }
}

const ICONS = { pending: CLOCK, succeeded: CHECK, failed: CROSS, late: CLOCK, unknown: EXCLAMATION_MARK }
