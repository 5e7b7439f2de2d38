/// <reference types="vite/client" />
import { Component } from 'preact'
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
    if (!readJourney(content).goals.length)
      rewards.report('unsupported_content', `Zone ${zone.name}: the journey widget needs goals; got none`)
  }

  override render({ content, messages, locale }: ViewProps) {
    const { headline, goals } = readJourney(content)
    const now = Date.now()
    if (!goals.length) return null
    return (
      <section part="card journey">
        {headline && <h2 part="headline">{headline}</h2>}
        <ul part="goals" aria-label={messages.journey_label}>
          {goals.map(goal => (
            <GoalItem key={goal.title} goal={goal} now={now} messages={messages} locale={locale} />
          ))}
        </ul>
      </section>
    )
  }
}
