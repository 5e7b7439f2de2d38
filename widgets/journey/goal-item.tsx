import { TextWithDate } from '../kit/date-text.js'
import { formatMessage } from '../messages/format-message.js'
import type { ViewProps } from '../view.js'
import type { Goal } from './journey-content.js'

interface GoalItemProps extends Pick<ViewProps, 'messages' | 'locale'> {
  goal: Goal
  now: number
}

/** A goal: its title, the consumer's progress, the reward, and when it starts or ends. */
export function GoalItem({ goal, now, messages, locale }: GoalItemProps) {
  const { title, reward_text, current, target, times_reached, repeatable } = goal
  const completed = isCompleted(goal)
  const hasEnded = Number(goal.ends_at ?? Infinity) <= now
  const deadline = deadlineOf(goal, now)
  return (
    <li part={`goal ${completed ? 'reached' : hasEnded ? 'ended' : ''}`}>
      <div part="line">
        <b lang={locale}>{title}</b>
        <span part="count">
          {completed ? messages.journey_reached : formatMessage(locale, messages.journey_progress, { current, target })}
        </span>
      </div>
      {/* `value` is text, because Preact omits the number 0, and a bar without a value shows an unknown progress. */}
      <progress part="progress" value={String(current)} max={target} aria-label={title} lang={locale} />
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
            <TextWithDate text={messages[deadline.message]} date={deadline.date} locale={locale} />
          </span>
        )}
      </p>
    </li>
  )
}

/** Whether the goal is reached, and cannot be reached again. */
const isCompleted = ({ times_reached, repeatable }: Goal) => times_reached > 0 && !repeatable

/** The next date that matters: the start, or else the end. */
function deadlineOf(goal: Goal, now: number) {
  const { starts_at, ends_at } = goal
  if (isCompleted(goal)) return undefined
  if (starts_at && Number(starts_at) > now) return { message: 'journey_starts', date: starts_at } as const
  if (!ends_at) return undefined
  return { message: Number(ends_at) <= now ? 'journey_ended' : 'journey_until', date: ends_at } as const
}
