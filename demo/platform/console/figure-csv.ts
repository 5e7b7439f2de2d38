import { type Period, periods } from '../figures/periods.js'
import { type Counts, type Overview, readFigures, steps } from '../figures/read-figures.js'
import { attachment } from '../http/attachment.js'
import { csvLine } from '../server/report-runners/csv.js'
import type { ConsoleContext } from './console-context.js'

/** The lines of each chart, from its heading on. */
const charts = {
  funnel: ({ totals }) => [
    ['step', 'value', 'before'],
    ...steps.map(step => [step, totals[step].value, totals[step].before]),
  ],
  time: ({ parts }) => [
    ['from', 'to', ...columns],
    ...parts.map(({ from, to, counts }) => [from, to, ...valuesOf(counts)]),
  ],
  channels: ({ channels }) => [
    ['channel', ...columns],
    ...channels.map(({ channel, counts }) => [channel, ...valuesOf(counts)]),
  ],
  costs: ({ costs }) => [
    ['currency', 'paid', 'open', 'paid_before', 'open_before'],
    ...costs.map(({ currency, paid, open }) => [currency, paid.value, open.value, paid.before, open.before]),
  ],
  advocates: ({ advocates }) => [
    ['person_id', 'name', 'email', 'partner_user_id', 'shares', 'clicks', 'friends', 'earned'],
    ...advocates.map(({ person_id, name, email, partner_user_id, shares, clicks, friends, earned }) => [
      ...[person_id, name, email, partner_user_id, shares, clicks, friends],
      Object.entries(earned)
        .map(([currency, value]) => `${value} ${currency}`)
        .join('; '),
    ]),
  ],
} satisfies Record<string, (overview: Overview) => unknown[][]>

export type ChartName = keyof typeof charts

export const chartNames = Object.keys(charts) as ChartName[]

const columns = [...steps, ...steps.map(step => `${step}_before`)]

const valuesOf = (counts: Counts) => [
  ...steps.map(step => counts[step].value),
  ...steps.map(step => counts[step].before),
]

const DEFAULT_PERIOD: Period = 28

/** The period in the query of a page: `days`. */
export const periodIn = (c: ConsoleContext): Period =>
  periods.find(days => String(days) === c.req.query('days')) ?? DEFAULT_PERIOD

/** The path of the download of a chart. */
export const csvPath = (chart: ChartName, days: Period) => `/console/figures/${chart}.csv?days=${days}`

/** `GET /console/figures/{chart}.csv?days=`: the numbers of a chart of the home page. */
export async function downloadFigures(c: ConsoleContext, chart: ChartName): Promise<Response> {
  const overview = await readFigures(c.env, periodIn(c))
  const { from, to } = overview.span
  return new Response(charts[chart](overview).map(csvLine).join(''), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': attachment(`${chart}-${from}-${to}.csv`),
      'X-Content-Type-Options': 'nosniff',
    },
  })
}
