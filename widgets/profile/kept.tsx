import { Component } from 'preact'
import { Button } from '../kit/button.js'
import { guarded } from '../kit/guarded.js'
import { LiveRegion } from '../kit/live-region.js'
import { say } from '../messages/say.js'
import type { ViewProps } from '../view.js'
import { forgetLooks, type KeptData, keptData } from './kept-data.js'

interface KeptState {
  kept?: KeptData
  /** They have asked to erase it, and are asked whether they mean it. */
  sure?: boolean
  /** It is erased, but the program does not know. */
  failed?: boolean
}

/** Shows a person what this browser keeps about them, and erases it. */
export class Kept extends Component<ViewProps, KeptState> {
  override state: KeptState = {}

  override render({ messages }: ViewProps, { kept, sure, failed }: KeptState) {
    return (
      <details part="kept" onToggle={guarded(this.#look)}>
        <summary>{messages.profile_kept}</summary>
        {kept && (
          <ul>
            {this.#lines(kept).map(line => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        )}
        <LiveRegion hidden={!sure && !failed}>
          {sure ? messages.profile_erase_sure : failed ? messages.profile_erase_failed : ''}
        </LiveRegion>
        {/* The first is the same button throughout, so that the focus stays, on what does no harm. */}
        <div part="ways">
          <Button kind="quiet" onClick={() => this.setState({ sure: !sure })}>
            {sure ? messages.profile_erase_no : messages.profile_erase}
          </Button>
          {sure && <Button onClick={this.#erase}>{messages.profile_erase_yes}</Button>}
        </div>
      </details>
    )
  }

  #lines({ token, events, heights, dismissals }: KeptData) {
    const { messages, locale } = this.props
    const lines = [
      token && messages.profile_kept_token,
      events && say(locale, messages.profile_kept_events, { count: events }),
      heights && say(locale, messages.profile_kept_heights, { count: heights }),
      dismissals && say(locale, messages.profile_kept_dismissals, { count: dismissals }),
    ].filter(line => typeof line === 'string')
    return lines.length ? lines : [messages.profile_kept_nothing]
  }

  #look = async () => this.setState({ kept: await keptData(this.props.rewards) })

  #erase = async () => {
    const { rewards, host, act } = this.props
    // What has the focus will go; it stays in its place for what comes instead.
    host.shadowRoot?.querySelector<HTMLElement>('.zone')?.focus()
    this.setState({ sure: false })
    const failed = await rewards.logout().then(
      () => false,
      () => true,
    )
    forgetLooks()
    this.setState({ failed })
    act({ action: 'erase', outcome: failed ? 'failed' : 'done' })
    await this.#look()
  }
}
