import { Component } from 'preact'
import type { StorageSummary } from '../../src/api.js'
import { Button } from '../kit/button.js'
import { guarded } from '../kit/view-errors.js'
import { LiveRegion } from '../kit/live-region.js'
import { say } from '../messages/format-message.js'
import type { ViewProps } from '../view.js'

interface StoredDataState {
  /** Undefined: not asked for yet, or not available. */
  summary?: StorageSummary | undefined
  /** The person has asked to erase the data, and is asked to confirm. */
  isConfirming?: boolean
  /** The data is erased, but the platform could not be told. */
  failed?: boolean
}

/** Shows a person what this browser stores about them, and erases it. */
export class StoredData extends Component<ViewProps, StoredDataState> {
  override state: StoredDataState = {}

  override render({ messages }: ViewProps, { summary, isConfirming, failed }: StoredDataState) {
    return (
      <details part="kept" onToggle={guarded(this.#refresh)}>
        <summary>{messages.profile_kept}</summary>
        {summary && (
          <ul>
            {this.#lines(summary).map(line => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        )}
        <LiveRegion hidden={!isConfirming && !failed}>
          {isConfirming ? messages.profile_erase_sure : failed ? messages.profile_erase_failed : ''}
        </LiveRegion>
        {/* The first button stays and becomes "Cancel": it keeps the focus, and a second click does no harm. */}
        <div part="ways">
          <Button kind="quiet" onClick={() => this.setState({ isConfirming: !isConfirming })}>
            {isConfirming ? messages.profile_erase_no : messages.profile_erase}
          </Button>
          {isConfirming && <Button onClick={this.#erase}>{messages.profile_erase_yes}</Button>}
        </div>
      </details>
    )
  }

  #lines({ token, events, heights, dismissals }: StorageSummary) {
    const { messages, locale } = this.props
    const lines = [
      token && messages.profile_kept_token,
      events && say(locale, messages.profile_kept_events, { count: events }),
      heights && say(locale, messages.profile_kept_heights, { count: heights }),
      dismissals && say(locale, messages.profile_kept_dismissals, { count: dismissals }),
    ].filter(line => typeof line === 'string')
    return lines.length ? lines : [messages.profile_kept_nothing]
  }

  /** A failure is reported by the runtime already. */
  #refresh = async () => this.setState({ summary: await this.props.rewards.storage.summary().catch(() => undefined) })

  #erase = async () => {
    const { rewards, host, act } = this.props
    // What has the focus will go; it stays in its place for what comes instead.
    host.shadowRoot?.querySelector<HTMLElement>('.zone')?.focus()
    this.setState({ isConfirming: false })
    const failed = await rewards.storage.erase().then(
      () => false,
      () => true,
    )
    this.setState({ failed })
    act({ action: 'erase', outcome: failed ? 'failed' : 'done' })
    await this.#refresh()
  }
}
