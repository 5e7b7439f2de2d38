import { Coupon } from '../kit/coupon.js'
import { Dated } from '../kit/date-text.js'
import { guarded } from '../kit/view-errors.js'
import { Icon } from '../kit/icon.js'
import { formatReward } from '../kit/format-reward.js'
import type { Messages } from '../messages/messages.js'
import type { ViewProps } from '../view.js'
import { isOver, isUsable, type RewardContent, type RewardState } from './rewards-content.js'

interface RewardProps extends ViewProps {
  reward: RewardContent
}

/** A reward: what it is worth, what its state means and what comes next, and how to use it where it can be used. */
export function Reward(props: RewardProps) {
  const { reward, locale, messages, act } = props
  const { state, value, type, program, earned, expires, code, address } = reward
  const usable = isUsable(reward)
  return (
    <div part={`reward ${state} ${isOver(reward) ? 'over' : ''}`}>
      <div part="row">
        <strong part="value">{value === undefined ? program : formatReward(locale, messages, value, type)}</strong>
        <span part="state">
          <Icon path={ICONS[state]} />
          {messages[`rewards_${state}`]}
        </span>
      </div>
      <p>{nextStep(reward, messages)}</p>
      {usable && code && <Coupon {...props} label={messages.rewards_code} code={code} />}
      {usable && address && (
        <a
          part="button main open"
          href={address}
          target="_blank"
          rel="noreferrer"
          onClick={guarded(() => act({ action: 'open' }))}
        >
          {messages.rewards_open}
        </a>
      )}
      <small>
        {value !== undefined && program && <bdi>{program}</bdi>}
        {earned && (
          <span>
            <Dated words={messages.rewards_from} date={earned} locale={locale} />
          </span>
        )}
        {usable && expires && (
          <span>
            <Dated words={messages.rewards_until} date={expires} locale={locale} />
          </span>
        )}
      </small>
    </div>
  )
}

function nextStep(reward: RewardContent, messages: Messages) {
  if (isUsable(reward) && reward.code) return messages.rewards_use
  if (isUsable(reward) && reward.address) return messages.rewards_follow
  return messages[`rewards_${reward.state}_text`]
}

const CHECK = 'm5 12 5 5 9-10'
const CLOCK = 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16M12 8v4l3 2'
const CROSS = 'm7 7 10 10m0-10L7 17'
const ICONS: Record<RewardState, string> = {
  PENDING: CLOCK,
  EARNED: CLOCK,
  FULFILLED: CHECK,
  SENT: CHECK,
  REDEEMED: CHECK,
  EXPIRED: CROSS,
  FAILED: 'M12 5v9m0 3v1.500',
  CANCELED: CROSS,
  REVOKED: CROSS,
  OTHER: CLOCK,
}
