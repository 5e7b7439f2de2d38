import { Dated } from '../kit/date-text.js'
import { say } from '../messages/format-message.js'
import type { ViewProps } from '../view.js'
import type { Goal } from './journey-content.js'

interface GoalItemProps extends Pick<ViewProps, 'messages' | 'locale'> {
  goal: Goal
  now: number
}

/** One goal: what it is, what there is for it, how far it is. */
export function GoalItem({ goal, now, messages, locale }: GoalItemProps) {
  const { title, reward_text, current, target, reached, repeatable } = goal
  const ended = Number(goal.ends_at ?? Infinity) <= now
  const when = whenOf(goal, now)
  return (
    <li part={`goal ${reached && !repeatable ? 'reached' : ended ? 'ended' : ''}`}>
      <div part="line">
        <b>{title}</b>
        <span part="count">
          {reached && !repeatable
            ? messages.journey_reached
            : say(locale, messages.journey_progress, { current, target })}
        </span>
      </div>
      {/* As text: none at all is a value, too, and not an unknown one. */}
      <progress part="progress" value={String(current)} max={target} aria-label={title} />
      <p part="facts">
        {reward_text && <span part="reward">{reward_text}</span>}
        {repeatable && <span>{messages.journey_repeatable}</span>}
        {repeatable && reached > 0 && <span>{say(locale, messages.journey_times, { count: reached })}</span>}
        {when && (
          <span>
            <Dated words={messages[when.words]} date={when.date} locale={locale} />
          </span>
        )}
      </p>
    </li>
  )
}

/** What is next to be said of its time; nothing of one that is reached for good. */
function whenOf({ starts_at, ends_at, reached, repeatable }: Goal, now: number) {
  if (reached && !repeatable) return undefined
  if (starts_at && Number(starts_at) > now) return { words: 'journey_starts', date: starts_at } as const
  if (!ends_at) return undefined
  return { words: Number(ends_at) <= now ? 'journey_ended' : 'journey_until', date: ends_at } as const
}
