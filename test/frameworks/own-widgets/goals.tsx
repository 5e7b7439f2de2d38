/** @jsxImportSource react */
import { useZone } from '../../../frameworks/react/index.js'
import type { JourneyZone } from '../../../src/index.js'
import { deadlineOf, type Goal, goalState, readJourney } from '../../../widgets/headless/index.js'

const STATES = { open: '', reached: 'Completed', ended: 'Ended' }
const DATES = { starts: 'Starts', until: 'Ends', ended: 'Ended' }

export function Goals() {
  const zone = useZone<JourneyZone>('my_goals')
  const { headline, goals } = readJourney(zone.value?.data)
  return (
    <section>
      <h2>{headline || 'Your goals'}</h2>
      <ul>
        {goals.map(goal => (
          <li key={goal.title}>
            <GoalItem {...goal} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function GoalItem(goal: Goal) {
  const { title, current, target, reward_text, times_reached, repeatable } = goal
  const deadline = deadlineOf(goal)
  return (
    <>
      <b>{title}</b> <span>{STATES[goalState(goal)] || `${current} of ${target}`}</span>
      <progress aria-label={title} value={current} max={target} />
      {reward_text && <span>{reward_text}</span>}
      {repeatable && times_reached > 0 && <span>Completed {times_reached} times</span>}
      {deadline && (
        <small>
          {DATES[deadline.kind]} {deadline.date.toLocaleDateString('en', { dateStyle: 'long' })}
        </small>
      )}
    </>
  )
}
