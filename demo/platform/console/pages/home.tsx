/** @jsxImportSource hono/jsx */
import type { Child } from 'hono/jsx'
import { periods } from '../../figures/periods.js'
import {
  type Compared,
  type Cost,
  type Counts,
  type Overview,
  readFigures,
  type Step,
  steps,
} from '../../figures/read-figures.js'
import { AttentionList } from '../attention-list.js'
import { BarChart, Meter } from '../bar-chart.js'
import type { ConsoleContext } from '../console-context.js'
import { type ChartName, csvPath, periodIn } from '../figure-csv.js'
import {
  changeText,
  channelTitle,
  dayText,
  moneyText,
  numberText,
  shortSpanText,
  spanText,
  stepTitles,
} from '../figure-texts.js'
import { showPage } from '../layout.js'
import { Empty } from '../message.js'
import { Time } from '../time.js'
import { personPath, titleOfPerson } from './people.js'

/** `GET /console?days=`: what the program does in a period, beside the period before, and what somebody should look at. */
export async function showHome(c: ConsoleContext): Promise<Response> {
  const overview = await readFigures(c.env, periodIn(c))
  return showPage(c, {
    title: 'Home',
    lead: (
      <>
        Program domain: <code>{c.env.settings.programOrigin}</code>
      </>
    ),
    styles: ['tables.css', 'home.css'],
    children: overview.asOf ? (
      <>
        <AttentionList attention={overview.attention} />
        <Period overview={overview} />
        <Funnel overview={overview} />
        <OverTime overview={overview} />
        <Channels overview={overview} />
        <Advocates overview={overview} />
        <Costs overview={overview} />
      </>
    ) : (
      <Empty>The figures are being computed. Reload the page in a moment.</Empty>
    ),
  })
}

interface OverviewProps {
  overview: Overview
}

const Period = ({ overview: { days, span, before, timeZone, asOf } }: OverviewProps) => (
  <>
    <nav class="tabs" aria-label="Period">
      <ul>
        {periods.map(each => (
          <li>
            <a href={`/console?days=${each}`} aria-current={each === days ? 'page' : undefined}>
              {each} days
            </a>
          </li>
        ))}
      </ul>
    </nav>
    <p class="hint">
      {spanText(span)}, compared with {spanText(before)}. Days begin at midnight in {timeZone}. Computed{' '}
      <Time date={asOf} otherwise="" />.
    </p>
  </>
)

interface ChartProps {
  /** The name of the chart in the URL of its download. */
  name: ChartName
  title: string
  overview: Overview
  children?: Child
}

/** A part of the page with its heading, and a link that downloads its numbers. */
const Chart = ({ name, title, overview: { days }, children }: ChartProps) => (
  <section class="chart" aria-labelledby={name}>
    <header>
      <h2 id={name}>{title}</h2>
      <a href={csvPath(name, days)} download aria-label={`Download as CSV: ${title}`}>
        CSV
      </a>
    </header>
    {children}
  </section>
)

const Funnel = ({ overview }: OverviewProps) => (
  <Chart name="funnel" title="From shares to rewards" overview={overview}>
    <ol class="funnel">
      {steps.map((step, index) => (
        <li>
          <h3>{stepTitles[step]}</h3>
          <strong>{numberText(overview.totals[step].value)}</strong>
          <p>
            <Change of={overview.totals[step]} />{' '}
            <span class="hint">from {numberText(overview.totals[step].before)}</span>
          </p>
          <p class="hint">{rateText(overview.totals, index)}</p>
        </li>
      ))}
    </ol>
  </Chart>
)

/** What a step of the funnel is beside the one before it. Rewards are for friends, too, so their number tells nothing about purchases. */
function rateText(totals: Counts, index: number): string {
  const step = steps[index]!
  if (step === 'shares') return 'links that were sent'
  const [number, from] = [totals[step].value, totals[steps[index - 1]!].value]
  const name = stepTitles[steps[index - 1]!].toLowerCase()
  if (from === 0) return `no ${name}`
  if (step === 'friends') return `${numberText(Math.round((number / from) * 1000) / 10)}% of ${name}`
  return `${numberText(Math.round((number / from) * 10) / 10)} for each ${name.replace(/s$/, '')}`
}

const Change = ({ of }: { of: Compared }) => {
  const text = changeText(of)
  if (text === undefined) return <span class="change">New</span>
  return <span class={`change ${of.value > of.before ? 'up' : of.value < of.before ? 'down' : ''}`}>{text}</span>
}

const OverTime = ({ overview }: OverviewProps) => {
  const { parts, days } = overview
  const isByDay = days === 7
  const title = isByDay ? 'By day' : 'By week'
  const labelOf = (part: Overview['parts'][number]) => (isByDay ? dayText(part.from) : shortSpanText(part))
  const [first, last] = [parts[0]!, parts.at(-1)!]
  return (
    <Chart name="time" title={title} overview={overview}>
      <div class="small-charts">
        {steps.map(step => (
          <figure>
            <figcaption>
              <span>{stepTitles[step]}</span>
              <span class="hint">at most {numberText(Math.max(...parts.map(({ counts }) => counts[step].value)))}</span>
            </figcaption>
            <BarChart
              label={`${stepTitles[step]} ${title.toLowerCase()}: ${parts.map(({ counts }) => counts[step].value).join(', ')}`}
              bars={parts.map(part => ({ label: labelOf(part), ...part.counts[step] }))}
            />
            <p class="axis hint" aria-hidden="true">
              <span>{dayText(first.from)}</span>
              <span>{dayText(last.to)}</span>
            </p>
          </figure>
        ))}
      </div>
      <p class="hint">
        A line across a bar is the same {isByDay ? 'day' : 'week'} of the {days} days before.
      </p>
      <details>
        <summary>The numbers as a table</summary>
        <CountTable
          heading={isByDay ? 'Day' : 'Days'}
          rows={parts.map(part => ({ title: labelOf(part), counts: part.counts })).reverse()}
        />
      </details>
    </Chart>
  )
}

interface CountTableProps {
  heading: string
  rows: { title: string; counts: Counts }[]
  /** The step whose numbers have a bar. */
  measured?: Step
}

/** The steps of the funnel in columns. */
const CountTable = ({ heading, rows, measured }: CountTableProps) => (
  <table class="numbers">
    <thead>
      <tr>
        <th scope="col">{heading}</th>
        {steps.map(step => (
          <th scope="col">{stepTitles[step]}</th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map(({ title, counts }) => (
        <tr>
          <th scope="row">
            {title}
            {measured && (
              <Meter parts={[counts[measured].value]} of={Math.max(...rows.map(row => row.counts[measured].value))} />
            )}
          </th>
          {steps.map(step => (
            <td data-label={stepTitles[step]}>{numberText(counts[step].value)}</td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)

const Channels = ({ overview }: OverviewProps) => {
  const { channels } = overview
  return (
    <Chart name="channels" title="By channel" overview={overview}>
      {channels.length ? (
        <>
          <CountTable
            heading="Channel"
            measured="friends"
            rows={channels.map(({ channel, counts }) => ({ title: channelTitle(channel), counts }))}
          />
          <p class="hint">
            A click, friend, purchase or reward counts in the channel of the share that led to it. The bar shows
            friends.
          </p>
        </>
      ) : (
        <Empty>Nothing has happened in these days.</Empty>
      )}
    </Chart>
  )
}

const Advocates = ({ overview }: OverviewProps) => (
  <Chart name="advocates" title="Top advocates" overview={overview}>
    {overview.advocates.length ? (
      <table class="numbers">
        <thead>
          <tr>
            <th scope="col">Advocate</th>
            <th scope="col">Friends</th>
            <th scope="col">Shares</th>
            <th scope="col">Clicks</th>
            <th scope="col">Earned</th>
          </tr>
        </thead>
        <tbody>
          {overview.advocates.map(({ friends, shares, clicks, earned, ...person }) => (
            <tr>
              <th scope="row">
                <a href={personPath(person.person_id)}>{titleOfPerson(person)}</a>
                <Meter parts={[friends]} of={overview.advocates[0]!.friends} />
              </th>
              <td data-label="Friends">{numberText(friends)}</td>
              <td data-label="Shares">{numberText(shares)}</td>
              <td data-label="Clicks">{numberText(clicks)}</td>
              <td data-label="Earned">
                {Object.entries(earned)
                  .map(([currency, value]) => moneyText(value, currency))
                  .join(', ') || 'Nothing'}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    ) : (
      <Empty>Nobody has referred a friend in these days.</Empty>
    )}
    <p>
      <a href="/console/people">All people</a>
    </p>
  </Chart>
)

const Costs = ({ overview }: OverviewProps) => {
  const { costs } = overview
  return (
    <Chart name="costs" title="Cost of rewards" overview={overview}>
      {costs.length ? (
        <table class="numbers">
          <thead>
            <tr>
              <th scope="col">Currency</th>
              <th scope="col">Paid</th>
              <th scope="col">Not paid yet</th>
              <th scope="col">Together</th>
              <th scope="col">Change</th>
            </tr>
          </thead>
          <tbody>
            {costs.map(cost => (
              <CostRow cost={cost} />
            ))}
          </tbody>
        </table>
      ) : (
        <Empty>No reward was earned in these days.</Empty>
      )}
      <p class="hint">
        Rewards that were earned in these days, without those that are canceled, expired, failed or revoked. Discounts
        in percent have no sum. <a href="/console/rewards">All rewards</a>
      </p>
    </Chart>
  )
}

const CostRow = ({ cost: { currency, paid, open } }: { cost: Cost }) => {
  const together = { value: paid.value + open.value, before: paid.before + open.before }
  return (
    <tr>
      <th scope="row">
        {currency}
        <Meter parts={[paid.value, open.value]} of={together.value} />
      </th>
      <td data-label="Paid">{numberText(paid.value)}</td>
      <td data-label="Not paid yet">{numberText(open.value)}</td>
      <td data-label="Together">{numberText(together.value)}</td>
      <td data-label="Change">
        <Change of={together} /> <span class="hint">from {numberText(together.before)}</span>
      </td>
    </tr>
  )
}
