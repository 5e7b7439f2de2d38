/// <reference types="vite/client" />
import { Component } from 'preact'
import { reportLeftOut } from '../kit/report-left-out.js'
import { MAX_ITEMS } from '../readers.js'
import type { ViewProps } from '../view.js'
import { en } from './en.js'
import { GoalItem } from './goal-item.js'
import styles from './journey.css?inline'
import { readJourney } from './journey-content.js'

export { en, styles }

/** The goals of a journey, with the consumer's progress. */
export default class JourneyView extends Component<ViewProps> {
  override componentDidMount() {
    const { rewards, zone, content } = this.props
    const { length } = readJourney(content).goals
    if (!length) rewards.report('unsupported_content', `Zone ${zone.name}: the journey widget needs goals; got none`)
    const rule = `Each needs a title and a target, a number above 0, and the widget shows at most ${MAX_ITEMS}`
    reportLeftOut(this.props, 'goals', length, rule)
  }

  override render({ content, messages, locale }: ViewProps) {
    const { headline, goals } = readJourney(content)
    const now = Date.now()
    if (!goals.length) return null
    return (
      <section part="card journey">
        {headline && (
          <h2 part="headline" lang={locale}>
            {headline}
          </h2>
        )}
        <ul part="goals" aria-label={messages.journey_label}>
          {goals.map(goal => (
            <GoalItem key={goal.title} goal={goal} now={now} messages={messages} locale={locale} />
          ))}
        </ul>
      </section>
    )
  }
}
