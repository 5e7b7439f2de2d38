import { Component } from 'preact'
import type { StorageSummary } from '../../src/api.js'
import { Button } from '../kit/button.js'
import { markErased, unmarkErased } from '../kit/erased-data.js'
import { focusZone } from '../kit/focus-zone.js'
import { LiveRegion } from '../kit/live-region.js'
import { catchErrors } from '../kit/view-errors.js'
import { formatMessage } from '../messages/format-message.js'
import type { ViewProps } from '../view.js'

interface StoredDataState {
  /** undefined while it is not loaded, or if it cannot be loaded. */
  summary?: StorageSummary | undefined
  /** Whether the person has to confirm that the data is to be erased. */
  isConfirming?: boolean
  /** Whether the data was erased, but the platform could not revoke the token. */
  hasFailed?: boolean
}

/** Shows what this browser stores about the consumer, with a button that erases it. */
export class StoredData extends Component<ViewProps, StoredDataState> {
  override state: StoredDataState = {}

  /** The profile of a person who has signed in again. */
  override componentDidMount() {
    unmarkErased(this.props)
  }

  override render({ messages }: ViewProps, { summary, isConfirming, hasFailed }: StoredDataState) {
    return (
      <details part="kept" onToggle={catchErrors(this.#refresh)}>
        <summary>{messages.profile_kept}</summary>
        {summary && (
          <ul>
            {this.#describe(summary).map(line => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        )}
        <LiveRegion hidden={!isConfirming && !hasFailed}>
          {isConfirming ? messages.profile_erase_sure : hasFailed ? messages.profile_erase_failed : ''}
        </LiveRegion>
        {/* The first button becomes "Cancel". It keeps the focus, so a second click erases nothing. */}
        <div part="ways">
          <Button kind="quiet" onClick={() => this.setState({ isConfirming: !isConfirming })}>
            {isConfirming ? messages.profile_erase_no : messages.profile_erase}
          </Button>
          {isConfirming && <Button onClick={this.#erase}>{messages.profile_erase_yes}</Button>}
        </div>
      </details>
    )
  }

  #describe({ token, events, heights, dismissals }: StorageSummary) {
    const { messages, locale } = this.props
    const lines = [
      token && messages.profile_kept_token,
      events && formatMessage(locale, messages.profile_kept_events, { count: events }),
      heights && formatMessage(locale, messages.profile_kept_heights, { count: heights }),
      dismissals && formatMessage(locale, messages.profile_kept_dismissals, { count: dismissals }),
    ].filter(line => typeof line === 'string')
    return lines.length ? lines : [messages.profile_kept_nothing]
  }

  /** The runtime has already reported an error of `summary()`. */
  #refresh = async () => this.setState({ summary: await this.props.rewards.storage.summary().catch(() => undefined) })

  #erase = async () => {
    const { rewards, host, reportAction } = this.props
    focusZone(host)
    this.setState({ isConfirming: false })
    markErased(this.props)
    const hasFailed = await rewards.storage.erase().then(
      () => false,
      () => true,
    )
    this.setState({ hasFailed })
    reportAction({ action: 'erase', outcome: hasFailed ? 'failed' : 'done' })
    await this.#refresh()
  }
}
