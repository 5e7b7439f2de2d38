import { Coupon } from '../kit/coupon.js'
import { TextWithDate } from '../kit/date-text.js'
import { formatReward } from '../kit/format-reward.js'
import { Icon } from '../kit/icon.js'
import { CHECK } from '../kit/icon-paths.js'
import { catchErrors } from '../kit/view-errors.js'
import type { Messages } from '../messages/messages.js'
import type { ViewProps } from '../view.js'
import { isOver, isUsable, nextStep, type RewardContent, type RewardState } from './rewards-content.js'
import { CLOCK, CROSS, EXCLAMATION_MARK } from './status-icons.js'

interface RewardProps extends ViewProps {
  reward: RewardContent
}

/** A reward: its value, its state, what happens next, and how to use it. */
export function Reward(props: RewardProps) {
  const { reward, locale, messages } = props
  const { state, value, type, program } = reward
  return (
    <div part={`reward ${state} ${isOver(reward) ? 'over' : ''}`}>
      <div part="row">
        <strong part="value" lang={value === undefined && program ? locale : undefined}>
          {value === undefined ? program || messages.rewards_unnamed : formatReward({ value, type }, locale, messages)}
        </strong>
        <span part="state">
          <Icon path={ICONS[state]} />
          {messages[`rewards_${state}`]}
        </span>
      </div>
      <p>{nextStepText(reward, messages)}</p>
      {isUsable(reward) && <RewardKey {...props} />}
      <RewardFacts {...props} />
    </div>
  )
}

function nextStepText(reward: RewardContent, messages: Messages) {
  const step = nextStep(reward)
  return step === 'use' || step === 'follow' ? messages[`rewards_${step}`] : messages[`rewards_${step}_text`]
}

/** The code or the link that a person needs to use the reward. */
function RewardKey(props: RewardProps) {
  const { reward, messages, reportAction } = props
  const { code, url } = reward
  if (code) return <Coupon {...props} label={messages.rewards_code} code={code} />
  if (!url) return null
  return (
    <a
      part="button main open"
      href={url}
      target="_blank"
      rel="noreferrer"
      onClick={catchErrors(() => reportAction({ action: 'open' }))}
    >
      {messages.rewards_open}
    </a>
  )
}

function RewardFacts({ reward, locale, messages }: RewardProps) {
  const { value, program, earned, expires } = reward
  return (
    <small>
      {/* Without a value, the program is in the first row. */}
      {value !== undefined && program && <bdi lang={locale}>{program}</bdi>}
      {earned && (
        <span>
          <TextWithDate text={messages.rewards_from} date={earned} locale={locale} />
        </span>
      )}
      {isUsable(reward) && expires && (
        <span>
          <TextWithDate text={messages.rewards_until} date={expires} locale={locale} />
        </span>
      )}
    </small>
  )
}

const ICONS: Record<RewardState, string> = {
  PENDING: CLOCK,
  EARNED: CLOCK,
  FULFILLED: CHECK,
  SENT: CHECK,
  REDEEMED: CHECK,
  EXPIRED: CROSS,
  FAILED: EXCLAMATION_MARK,
  CANCELED: CROSS,
  REVOKED: CROSS,
  OTHER: CLOCK,
}
