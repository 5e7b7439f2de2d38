import { Component, createRef } from 'preact'
import { Button } from '../kit/button.js'
import { Icon } from '../kit/icon.js'
import { CLOSE } from '../kit/icon-paths.js'
import { catchErrors } from '../kit/view-errors.js'
import type { ViewProps } from '../view.js'
import type { CtaContent } from './cta-content.js'
import { readDismissal, storeDismissal } from './dismissal.js'
import { Picture } from './picture.js'

/** The space between overlays, in pixels. */
const GAP = 12

/** The overlays that are shown at the end of the line, in the order in which they have appeared. */
const atEnd = new Set<HTMLElement>()

/**
 * Shows an overlay, above those that have appeared in its corner before it, and takes away the one that it replaces. One that the page hides takes no
 * space. Where the window has no more space, the next one lies in the corner again, in front of the others. One that left the page with its zone comes
 * last if it returns. `shown`: the overlays of the same corner.
 */
export function showOverlay(
  overlay: HTMLElement | null,
  replaced: HTMLElement | null,
  shown = atEnd,
): HTMLElement | null {
  if (replaced && replaced !== overlay) shown.delete(replaced)
  if (overlay) shown.add(overlay)
  // A popover is in the top layer, above any `z-index` of the page. In a browser without popovers, the style sheet sets a high `z-index`.
  if (overlay?.isConnected) overlay.togglePopover?.(true)
  let bottom = 0
  for (const each of shown) {
    const height = each.offsetHeight
    if (!each.isConnected) shown.delete(each)
    if (!height) continue
    if (bottom + height > innerHeight) bottom = 0
    each.style.setProperty('inset-block-end', `${bottom}px`)
    bottom += height + GAP
  }
  return overlay
}

interface OverlayProps extends ViewProps {
  cta: CtaContent
  onOpen(event: Event): void
}

interface OverlayState {
  /** Whether the delay is over. */
  isDue?: boolean
  dismissed?: string | undefined
}

/** A card in the corner of the window. Dismissing it leaves a small button, if the content has a text for one; dismissing that leaves nothing. */
export class Overlay extends Component<OverlayProps, OverlayState> {
  override state: OverlayState = { dismissed: readDismissal(this.props.rewards.storage, this.props.zone) }
  readonly #element = createRef<HTMLElement>()
  #shown: HTMLElement | null = null
  #timer: ReturnType<typeof setTimeout> | undefined

  override componentDidMount() {
    this.#timer = setTimeout(() => this.setState({ isDue: true }), this.props.cta.delay_ms)
  }

  override componentDidUpdate() {
    this.#shown = showOverlay(this.#element.current, this.#shown)
  }

  override componentWillUnmount() {
    clearTimeout(this.#timer)
    showOverlay(null, this.#shown)
  }

  override render({ cta, locale, messages, onOpen }: OverlayProps, { isDue, dismissed }: OverlayState) {
    const minimizedText = dismissed === 'minimized' && cta.minimized_text
    if (!isDue || (dismissed && !minimizedText)) return null
    return (
      <aside
        ref={this.#element}
        class={minimizedText ? 'pill' : undefined}
        part={`overlay ${minimizedText ? 'minimized' : 'expanded'}`}
        popover="manual"
        aria-label={cta.text || messages.cta_open}
        lang={cta.text ? locale : messages.lang}
      >
        {!minimizedText && <Picture url={cta.image_url} />}
        {!minimizedText && <p part="headline">{cta.text}</p>}
        <Button lang={minimizedText ? locale : messages.lang} onClick={onOpen}>
          {minimizedText || messages.cta_open}
        </Button>
        <button
          type="button"
          class="icon-button"
          part="dismiss"
          aria-label={messages.cta_dismiss}
          lang={messages.lang}
          onClick={catchErrors(this.#dismiss)}
        >
          <Icon path={CLOSE} />
        </button>
      </aside>
    )
  }

  #dismiss = () => {
    const { rewards, zone, cta, host, reportAction } = this.props
    const dismissed = this.state.dismissed || !cta.minimized_text ? 'gone' : 'minimized'
    storeDismissal(rewards.storage, zone, dismissed)
    reportAction({ action: 'dismiss' })
    // The focused button is gone. The small button gets the focus, or else the zone, which may be outside of the viewport.
    this.setState({ dismissed }, () => {
      const next =
        this.#element.current?.querySelector('button') ?? host.shadowRoot!.querySelector<HTMLElement>('.zone')
      next!.focus({ preventScroll: true })
    })
  }
}
