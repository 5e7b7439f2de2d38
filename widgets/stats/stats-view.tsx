/// <reference types="vite/client" />
import { Component } from 'preact'
import { EmptyState } from '../kit/empty-state.js'
import { formatReward } from '../kit/format-reward.js'
import { Headline } from '../kit/headline.js'
import { reportLeftOut } from '../kit/report-left-out.js'
import { readObject } from '../readers.js'
import type { ViewProps } from '../view.js'
import { Chart } from './chart.js'
import { en } from './en.js'
import styles from './stats.css?inline'
import { MAX_POINTS, readSeries, readTotals } from './stats-content.js'

export { en, styles }

/** From this number on, figures are abbreviated. */
const LONG = 10_000

const ABBREVIATED = { notation: 'compact', maximumFractionDigits: 1 } as const

/** In the order of events: a share leads to clicks, and clicks to conversions. */
const COUNTS = ['shares', 'clicks', 'conversions'] as const

/** The results of the consumer's sharing, in figures. */
export default class StatsView extends Component<ViewProps> {
  override componentDidMount() {
    const { rewards, zone, content } = this.props
    if (content.totals != null && typeof content.totals !== 'object')
      rewards.report('unsupported_content', `Zone ${zone.name}: totals must be an object`)
    const series = readSeries(content)
    const rule = `Each needs a date and a value, and the chart shows the last ${MAX_POINTS}`
    if (series)
      reportLeftOut({ ...this.props, content: readObject(content.series) }, 'points', series.points.length, rule)
    else if (content.series != null)
      rewards.report(
        'unsupported_content',
        `Zone ${zone.name}: series needs the name of a total, and two points with a date and a value`,
      )
  }

  override render({ content, messages }: ViewProps) {
    const { earned, ...counts } = readTotals(content)
    const series = readSeries(content)
    const hasFigures = earned || COUNTS.some(name => counts[name] !== undefined)
    const hasResults = earned?.value || COUNTS.some(name => counts[name]) || series?.points.some(({ value }) => value)
    return (
      <section part="card stats">
        <Headline {...this.props} fallback={messages.stats_headline} />
        {hasResults ? (
          <>
            {hasFigures && (
              <dl part="figures">
                {earned && this.#renderFigure('earned', earned.value, earned.type)}
                {COUNTS.map(name => counts[name] !== undefined && this.#renderFigure(name, counts[name]))}
              </dl>
            )}
            {series && <Chart {...this.props} series={series} type={earned?.type ?? ''} />}
          </>
        ) : (
          <EmptyState {...this.props} icon={CHART} fallback={messages.stats_empty} />
        )}
      </section>
    )
  }

  /** An abbreviated figure has the full one as its tooltip, and for screen readers. */
  #renderFigure(name: 'earned' | (typeof COUNTS)[number], value: number, type = '') {
    const { locale, messages } = this.props
    const full = formatReward({ value, type }, locale, messages)
    const short = value < LONG ? full : formatReward({ value, type }, locale, messages, ABBREVIATED)
    return (
      <div key={name} part={`figure ${name}`}>
        <dt>{messages[`stats_${name}`]}</dt>
        <dd title={short === full ? undefined : full}>
          {short === full ? (
            full
          ) : (
            <>
              <span aria-hidden="true">{short}</span>
              <span class="visually-hidden">{full}</span>
            </>
          )}
        </dd>
      </div>
    )
  }
}

const CHART = 'M4 20h16M7 16v-4M12 16V6M17 16v-7'
