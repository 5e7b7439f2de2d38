import { Component, createRef } from 'preact'
import { Button } from '../kit/button.js'
import { CROSS } from '../kit/dialog.js'
import { guarded } from '../kit/view-errors.js'
import { Icon } from '../kit/icon.js'
import type { ViewProps } from '../view.js'
import type { CtaContent } from './cta-content.js'
import { type Dismissal, recallDismissal, rememberDismissal } from './dismissal.js'
import { Picture } from './picture.js'

interface OverlayProps extends ViewProps {
  cta: CtaContent
  open(event: Event): void
}

interface OverlayState {
  /** Not before its delay is over. */
  shown?: boolean
  dismissed?: Dismissal | undefined
}

/** In the corner of the window: a card at first, then, once dismissed, a pill, then nothing. */
export class Overlay extends Component<OverlayProps, OverlayState> {
  override state: OverlayState = { dismissed: recallDismissal(this.props.rewards.storage, this.props.zone) }
  readonly #element = createRef<HTMLElement>()
  #timer: ReturnType<typeof setTimeout> | undefined

  override componentDidMount() {
    this.#timer = setTimeout(() => this.setState({ shown: true }), this.props.cta.delay_ms)
  }

  override componentDidUpdate() {
    const overlay = this.#element.current
    // Into the top layer, over any z-index of the page; where there are no popovers the style sheet does what it can.
    if (overlay?.isConnected) overlay.togglePopover?.(true)
  }

  override componentWillUnmount() {
    clearTimeout(this.#timer)
  }

  override render({ cta, messages, open }: OverlayProps, { shown, dismissed }: OverlayState) {
    const small = dismissed === 'minimized' && cta.minimized_text
    if (!shown || (dismissed && !small)) return null
    return (
      <aside
        ref={this.#element}
        part={`overlay ${small ? 'minimized' : 'expanded'}`}
        popover="manual"
        aria-label={cta.text || messages.cta_open}
      >
        {!small && <Picture url={cta.image_url} />}
        {!small && <p part="headline">{cta.text}</p>}
        <Button onClick={open}>{small || messages.cta_open}</Button>
        <button
          type="button"
          class="round"
          part="dismiss"
          aria-label={messages.cta_dismiss}
          onClick={guarded(this.#dismiss)}
        >
          <Icon path={CROSS} />
        </button>
      </aside>
    )
  }

  #dismiss = () => {
    const { rewards, zone, cta, host, act } = this.props
    const dismissed = this.state.dismissed || !cta.minimized_text ? 'gone' : 'minimized'
    rememberDismissal(rewards.storage, zone, dismissed)
    act({ action: 'dismiss' })
    // The button that had the focus goes with the card: the pill has it then, or the place of the zone in the page, which need not be seen.
    this.setState({ dismissed }, () =>
      (this.#element.current?.querySelector('button') ?? host.shadowRoot!.querySelector<HTMLElement>('.zone'))!.focus({
        preventScroll: true,
      }),
    )
  }
}
