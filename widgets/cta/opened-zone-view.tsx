import { Component } from 'preact'
import { RewardsZone } from '../kit/rewards-zone.js'
import type { ViewProps } from '../view.js'
import type { OpenedZone } from './opened-zone.js'

interface OpenedZoneProps extends Pick<ViewProps, 'data' | 'host' | 'messages' | 'rewards'> {
  opens: OpenedZone
  /** Shown if the zone has no content. Default: that it could not be loaded. */
  emptyText?: string
}

interface OpenedZoneState {
  /** Why the zone shows nothing: the type of its event. */
  emptyAfter?: string | undefined
}

/** Another zone in the dialog of a zone. If it has nothing to show, a text says so. */
export class OpenedZoneView extends Component<OpenedZoneProps, OpenedZoneState> {
  override render(
    { opens, data, host, rewards, messages, emptyText }: OpenedZoneProps,
    { emptyAfter }: OpenedZoneState,
  ) {
    return (
      <>
        <RewardsZone
          name={opens.zone}
          data={{ ...data, ...opens.data }}
          theme={host.theme}
          messages={host.messages}
          rewards={rewards}
          onLoad={this.#onEnd}
          onError={this.#onEnd}
        />
        {emptyAfter && (
          <p part="empty" lang={messages.lang}>
            {(emptyAfter === 'load' && emptyText) || messages.failed}
          </p>
        )}
      </>
    )
  }

  #onEnd = ({ target, type }: Event) =>
    this.setState({ emptyAfter: (target as Element).shadowRoot!.querySelector('.zone > *') ? undefined : type })
}
