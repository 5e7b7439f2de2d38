import { TextWithDate } from '../kit/date-text.js'
import { formatMessage } from '../messages/format-message.js'
import type { ViewProps } from '../view.js'
import { deadlineOf, type Goal, goalState } from './journey-content.js'

interface GoalItemProps extends Pick<ViewProps, 'messages' | 'locale'> {
  goal: Goal
  now: number
}

/** A goal: its title, the consumer's progress, the reward, and when it starts or ends. */
export function GoalItem({ goal, now, messages, locale }: GoalItemProps) {
  const { title, reward_text, current, target, times_reached, repeatable } = goal
  const state = goalState(goal, now)
  const deadline = deadlineOf(goal, now)
  return (
    <li part={`goal ${state === 'open' ? '' : state}`}>
      <div part="line">
        <b lang={locale}>{title}</b>
        <span part="count">
          {state === 'reached'
            ? messages.journey_reached
            : formatMessage(locale, messages.journey_progress, { current, target })}
        </span>
      </div>
      <progress part="progress" value={current} max={target} aria-label={title} lang={locale} />
      <p part="facts">
        {reward_text && (
          <span part="reward" lang={locale}>
            {reward_text}
          </span>
        )}
        {repeatable && <span>{messages.journey_repeatable}</span>}
        {repeatable && times_reached > 0 && (
          <span>{formatMessage(locale, messages.journey_times, { count: times_reached })}</span>
        )}
        {deadline && (
          <span>
            <TextWithDate text={messages[`journey_${deadline.kind}`]} date={deadline.date} locale={locale} />
          </span>
        )}
      </p>
    </li>
  )
}
