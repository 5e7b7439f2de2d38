import { DateText } from '../kit/date-text.js'
import { formatReward } from '../kit/format-reward.js'
import type { ViewProps } from '../view.js'
import type { Series } from './stats-content.js'

interface ChartProps extends ViewProps {
  series: Series
  /** The unit of what was earned. */
  type: string
}

/** A bar for each point of a series. Assistive technology reads a table in place of the bars. */
export function Chart({ series: { name, points }, type, locale, messages }: ChartProps) {
  const label = messages[`stats_${name}`]
  const highest = Math.max(...points.map(({ value }) => value)) || 1
  const format = (value: number) => formatReward({ value, type: name === 'earned' ? type : '' }, locale, messages)
  const day = (date: Date) => <DateText date={date} locale={locale} dateStyle="medium" />
  return (
    <figure part="chart">
      <figcaption>{label}</figcaption>
      <div part="bars" aria-hidden="true">
        {points.map(({ date, value }) => (
          <div
            key={Number(date)}
            part="bar"
            title={`${new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(date)}: ${format(value)}`}
            style={{ height: `${(value / highest) * 100}%` }}
          />
        ))}
      </div>
      <div part="period" aria-hidden="true">
        {day(points[0]!.date)}
        {day(points.at(-1)!.date)}
      </div>
      <table class="visually-hidden">
        <caption>{label}</caption>
        <tbody>
          {points.map(({ date, value }) => (
            <tr key={Number(date)}>
              <th scope="row">{day(date)}</th>
              <td>{format(value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  )
}
