/// <reference types="vite/client" />
import { Component } from 'preact'
import { Empty } from '../kit/empty-state.js'
import { Headline } from '../kit/headline.js'
import { formatReward } from '../kit/format-reward.js'
import { text } from '../readers.js'
import type { ViewProps } from '../view.js'
import styles from './stats.css?inline'
import { readTotals } from './stats-content.js'
import { words } from './en.js'

export { styles, words }

/** A number of more digits is told in short, and whole to who cannot see how it is meant. */
const LONG = 10_000

/** In the order in which one leads to the next. */
const COUNTS = ['shares', 'clicks', 'conversions'] as const

/** What the consumer's sharing has brought, in figures. */
export default class StatsView extends Component<ViewProps> {
  override componentDidMount() {
    const { rewards, zone, content } = this.props
    if (content.totals != null && typeof content.totals !== 'object')
      rewards.report('unsupported_content', `Zone ${zone.name}: totals must be an object`)
  }

  override render({ content, messages }: ViewProps) {
    const { earned, ...counts } = readTotals(content)
    const any = earned?.value || COUNTS.some(name => counts[name])
    return (
      <section part="card stats">
        <Headline content={content} ours={messages.stats_headline} />
        {any ? (
          <dl part="figures">
            {earned && this.#figure('earned', earned.value, earned.type)}
            {COUNTS.map(name => counts[name] !== undefined && this.#figure(name, counts[name]))}
          </dl>
        ) : (
          <Empty icon={CHART}>{text(content.empty_text) || messages.stats_empty}</Empty>
        )}
      </section>
    )
  }

  #figure(name: 'earned' | (typeof COUNTS)[number], value: number, type = '') {
    const { locale, messages } = this.props
    const whole = formatReward(locale, messages, value, type)
    const short = value < LONG ? whole : formatReward(locale, messages, value, type, COMPACT)
    return (
      <div key={name} part={`figure ${name}`}>
        <dt>{messages[`stats_${name}`]}</dt>
        <dd title={short === whole ? undefined : whole}>
          {short === whole ? (
            whole
          ) : (
            <>
              <span aria-hidden="true">{short}</span>
              <span class="unseen">{whole}</span>
            </>
          )}
        </dd>
      </div>
    )
  }
}

const COMPACT = { notation: 'compact', maximumFractionDigits: 1 } as const
const CHART = 'M4 20h16M7 16v-4M12 16V6M17 16v-7'
