/// <reference types="vite/client" />
import { Component, createRef } from 'preact'
import { Avatar } from '../kit/avatar.js'
import { Button } from '../kit/button.js'
import { TextWithDate } from '../kit/date-text.js'
import { EmptyState } from '../kit/empty-state.js'
import { Headline } from '../kit/headline.js'
import { LiveRegion } from '../kit/live-region.js'
import { reportLeftOut } from '../kit/report-left-out.js'
import { catchErrors } from '../kit/view-errors.js'
import { readObject, readText } from '../readers.js'
import type { ViewProps } from '../view.js'
import { en } from './en.js'
import styles from './leaderboard.css?inline'
import {
  type LeaderboardContent,
  MAX_RANKS,
  OPT_IN,
  type RankedPerson,
  readLeaderboard,
} from './leaderboard-content.js'

export { en, styles }

/** How many rows are shown at first, and added with each click. */
const PAGE = 20

/** The first ranks, which have a medal. */
const MEDALS = ['gold', 'silver', 'bronze']

interface LeaderboardState {
  shown: number
  /** What the consumer has chosen here. Undefined: what the content says. */
  isShown?: boolean
  status?: 'leaderboard_shown' | 'leaderboard_hidden' | 'leaderboard_failed' | undefined
}

/** Who is first, and where the consumer stands. */
export default class LeaderboardView extends Component<ViewProps, LeaderboardState> {
  override state: LeaderboardState = { shown: PAGE }
  #isBusy = false
  readonly #rows = createRef<HTMLTableSectionElement>()

  override componentDidMount() {
    const { content, rewards, zone } = this.props
    const ranks = readObject(content.ranks)
    const got = readText(content.ranks)
    if (content.ranks != null && !Array.isArray(ranks.rows))
      rewards.report(
        'unsupported_content',
        `Zone ${zone.name}: ranks must be an object with rows, a list${got && `; got "${got}"`}`,
      )
    const rule = `Each needs a rank, a whole number from 1, and a value, a number from 0; and the widget shows at most ${MAX_RANKS}, and that of the consumer`
    reportLeftOut({ ...this.props, content: ranks }, 'rows', readLeaderboard(content).rows.length, rule)
  }

  override componentDidUpdate(_: unknown, { shown }: LeaderboardState) {
    if (shown < this.state.shown) (this.#rows.current!.children[shown] as HTMLElement | undefined)?.focus()
  }

  override render(props: ViewProps, { shown }: LeaderboardState) {
    const { content, locale, messages } = props
    const board = readLeaderboard(content)
    const { period, ends_at, rows } = board
    return (
      <section part="card leaderboard">
        <Headline {...props} fallback={messages.leaderboard_headline} />
        {period && (
          <p part="period">
            <span>{messages[`leaderboard_${period}`]}</span>
            {ends_at && (
              <span>
                <TextWithDate text={messages.leaderboard_until} date={ends_at} locale={locale} />
              </span>
            )}
          </p>
        )}
        {!rows.some(({ rank }) => rank) && (
          <EmptyState {...props} icon={TROPHY} fallback={messages.leaderboard_empty} />
        )}
        {rows.length > 0 && this.#renderTable(board)}
        {rows.slice(shown).some(({ isOwn }) => !isOwn) && (
          <Button kind="quiet" onClick={() => this.setState({ shown: shown + PAGE })}>
            {messages.leaderboard_more}
          </Button>
        )}
        {this.#renderChoice(board)}
      </section>
    )
  }

  /** The row of the consumer stands apart below the others while rows are missing above it. */
  #renderTable({ counts, value_text, rows }: LeaderboardContent) {
    const { locale, messages } = this.props
    const { shown } = this.state
    const apart = rows.filter(
      ({ isOwn, rank = Infinity }, at) => isOwn && (at >= shown || (at > 0 && at === rows.length - 1 && rank > at + 1)),
    )
    const first = rows.slice(0, shown).filter(row => !apart.includes(row))
    return (
      <table part="ranks" aria-label={messages.leaderboard_headline}>
        <thead>
          <tr>
            <th scope="col">{messages.leaderboard_rank}</th>
            <th scope="col">{messages.leaderboard_name}</th>
            <th scope="col" lang={value_text ? locale : messages.lang}>
              <span part="counts">{value_text || messages[`leaderboard_${counts}`]}</span>
            </th>
          </tr>
        </thead>
        <tbody ref={this.#rows}>{first.map((row, at) => this.#renderRow(row, at))}</tbody>
        {apart.length > 0 && <tbody part="apart">{apart.map((row, at) => this.#renderRow(row, at))}</tbody>}
      </table>
    )
  }

  #renderRow({ rank, name, image_url, value, isOwn }: RankedPerson, at: number) {
    const { locale, messages } = this.props
    return (
      <tr
        key={at}
        part={isOwn ? 'row own' : 'row'}
        aria-current={isOwn || undefined}
        tabIndex={at && at % PAGE === 0 ? -1 : undefined}
      >
        <td>
          {rank ? (
            <span part={`rank ${MEDALS[rank - 1] ?? ''}`}>{rank.toLocaleString(locale)}</span>
          ) : (
            <>
              <span aria-hidden="true">–</span>
              <span class="visually-hidden">{messages.leaderboard_unranked}</span>
            </>
          )}
        </td>
        <th scope="row">
          <span part="person">
            <Avatar name={name || messages.leaderboard_somebody} image_url={image_url} />
            <span part="name">
              {(name || !isOwn) && <bdi>{name || messages.leaderboard_somebody}</bdi>}
              {isOwn && <span part="you">{messages.leaderboard_you}</span>}
            </span>
          </span>
        </th>
        <td part="value">{value.toLocaleString(locale)}</td>
      </tr>
    )
  }

  #renderChoice({ opted_in }: LeaderboardContent) {
    const { messages } = this.props
    const { isShown = opted_in, status } = this.state
    return (
      opted_in !== undefined && (
        <div part="choice">
          <label part="opt-in">
            <input type="checkbox" checked={isShown!} onClick={catchErrors(this.#choose)} />
            <span>{messages.leaderboard_opt_in}</span>
          </label>
          <LiveRegion hidden={!status}>{status && messages[status]}</LiveRegion>
        </div>
      )
    )
  }

  #choose = async (event: MouseEvent) => {
    if (this.#isBusy) return event.preventDefault()
    this.#isBusy = true
    const { rewards, reportAction } = this.props
    const isShown = (event.currentTarget as HTMLInputElement).checked
    const action = isShown ? 'opt_in' : 'opt_out'
    this.setState({ isShown, status: undefined })
    try {
      await rewards.parameters.set(OPT_IN, isShown)
      this.setState({ status: isShown ? 'leaderboard_shown' : 'leaderboard_hidden' })
      reportAction({ action, outcome: 'done' })
    } catch {
      this.setState({ isShown: !isShown, status: 'leaderboard_failed' })
      reportAction({ action, outcome: 'failed' })
    } finally {
      this.#isBusy = false
    }
  }
}

const TROPHY = 'M8 4h8v6a4 4 0 0 1-8 0zM8 6H4v1a4 4 0 0 0 4 4M16 6h4v1a4 4 0 0 1-4 4M12 14v4M8 20h8'
