/// <reference types="vite/client" />
import { Component } from 'preact'
import { enclosingButton } from '../enclosing-button.js'
import type { BodyPortal } from '../kit/body-portal.js'
import { Dialog } from '../kit/dialog.js'
import { focusZone } from '../kit/focus-zone.js'
import { Icon } from '../kit/icon.js'
import { isFocusLost } from '../kit/is-focus-lost.js'
import { RewardsZone } from '../kit/rewards-zone.js'
import { catchErrors, runForView } from '../kit/view-errors.js'
import { isUnclosed } from '../page-children.js'
import type { ViewProps } from '../view.js'
import styles from './cta.css?inline'
import { type CtaContent, readCta } from './cta-content.js'
import { en } from './en.js'
import { Overlay } from './overlay.js'
import { hasPageButton } from './page-button.js'
import { Picture } from './picture.js'

export { en, styles }

interface CtaState {
  isOpen: boolean
  /** The dialog stays rendered after it was first opened, so that it keeps what the person has entered. */
  wasOpened: boolean
  /** Whether the zone in the dialog has nothing to show. */
  isEmpty?: boolean
  /** Renders the dialog outside of the zone when the zone is inside a button of the page. */
  BodyPortal?: typeof BodyPortal | undefined
}

/** A call to action: a button, banner or overlay that opens another zone in a dialog. */
export default class CtaView extends Component<ViewProps, CtaState> {
  override state: CtaState = { isOpen: false, wasOpened: false }
  /** Gets the focus back when the dialog closes. */
  #opener: HTMLElement | null = null
  /** Whether the dialog is about to open. */
  #isOpening = false
  /** The page's own button around the zone, whose clicks open the dialog. */
  #pageButton: Element | null | undefined

  override componentDidMount() {
    const { rewards, zone, content, host } = this.props
    if (!readCta(content).opens)
      rewards.report(
        'unsupported_content',
        `Zone ${zone.name}: the cta widget needs opens.zone, the zone that it opens`,
      )
    host.shadowRoot!.addEventListener('slotchange', this.#onSlotChange)
    this.componentDidUpdate()
  }

  override componentDidUpdate() {
    const { content, host } = this.props
    this.#listenTo(readCta(content).opens && enclosingButton(host))
  }

  override componentWillUnmount() {
    this.#listenTo(undefined)
    this.props.host.shadowRoot!.removeEventListener('slotchange', this.#onSlotChange)
  }

  override render(props: ViewProps, { isOpen, wasOpened, BodyPortal }: CtaState) {
    const { host } = props
    const cta = readCta(props.content)
    if (!cta.opens) return null
    const dialog = wasOpened && this.#renderDialog(cta, cta.opens)
    return (
      <>
        {!enclosingButton(host) &&
          (cta.style === 'overlay' ? <Overlay {...props} cta={cta} onOpen={this.#open} /> : this.#renderButton(cta))}
        {dialog && BodyPortal ? (
          <BodyPortal host={host} open={isOpen} onOrphaned={this.#onClose}>
            {dialog}
          </BodyPortal>
        ) : (
          dialog
        )}
      </>
    )
  }

  #renderDialog({ text }: CtaContent, { zone, data }: NonNullable<CtaContent['opens']>) {
    const { messages, host, rewards } = this.props
    const label = text || messages.cta_open
    return (
      <Dialog open={this.state.isOpen} label={label} closeLabel={messages.cta_close} onClose={this.#onClose}>
        <RewardsZone
          name={zone}
          data={{ ...this.props.data, ...data }}
          theme={host.theme}
          messages={host.messages}
          rewards={rewards}
          onLoad={this.#onZoneEnd}
          onError={this.#onZoneEnd}
        />
        {this.state.isEmpty && <p part="empty">{messages.failed}</p>}
      </Dialog>
    )
  }

  /** A button or link that the page has put into the element replaces the widget's own button. */
  #renderButton(cta: CtaContent) {
    const { host } = this.props
    const isReplaced = hasPageButton(host)
    return (
      <>
        {/* Always there: it tells of a button that comes later. Without one, the white space in the element takes no space. */}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the slot contains the page's button. */}
        {!isUnclosed(host) && <slot hidden={!isReplaced} onClick={catchErrors(this.#open)} />}
        {!isReplaced && this.#renderOwnButton(cta)}
      </>
    )
  }

  #renderOwnButton({ style, text, image_url }: CtaContent) {
    const { locale, messages } = this.props
    const label = text || messages.cta_open
    const lang = text ? locale : messages.lang
    return style === 'button' ? (
      <button type="button" part="button main" lang={lang} onClick={catchErrors(this.#open)}>
        {label}
      </button>
    ) : (
      <button type="button" part="banner" onClick={catchErrors(this.#open)}>
        <Picture url={image_url} />
        <span part="headline" lang={lang}>
          {label}
        </span>
        <Icon path={this.#isRightToLeft() ? CHEVRON_LEFT : CHEVRON_RIGHT} />
      </button>
    )
  }

  /** Decides the direction of the chevron. Style sheets of older browsers cannot: they do not know `:dir()`. */
  #isRightToLeft() {
    const { messages, host } = this.props
    return (messages.dir ?? getComputedStyle(host).direction) === 'rtl'
  }

  #listenTo(button: Element | null | undefined) {
    if (button === this.#pageButton) return
    this.#pageButton?.removeEventListener('click', this.#onPageButtonClick)
    button?.addEventListener('click', this.#onPageButtonClick)
    this.#pageButton = button
  }

  #onSlotChange = () => this.forceUpdate()

  #onPageButtonClick = (event: Event) => {
    // While the zone is not in its button, it ignores clicks on the button.
    const { host } = this.props
    if (this.#pageButton!.contains(host)) runForView(host.shadowRoot!, () => this.#open(event))
  }

  #open = (event: Event) => {
    const { rewards, zone, reportAction } = this.props
    event.preventDefault()
    if (this.#isOpening || this.state.isOpen) return
    this.#isOpening = true
    // The click may be on a text or an image in the button.
    this.#opener = (event.target as Element).closest<HTMLElement>('button, a, [role=button]')
    rewards.track(`${zone.name}_tap`, { campaign_id: zone.campaign_id })
    reportAction({ action: 'open' })
    // In a new task: together with the work of the click, rendering would block the page of a slow device for too long.
    setTimeout(async () => {
      const portal = this.#pageButton && (await import('../kit/body-portal.js').catch(() => undefined))
      this.#isOpening = false
      this.setState({ isOpen: true, wasOpened: true, BodyPortal: portal?.BodyPortal })
    })
  }

  #onZoneEnd = ({ target }: Event) =>
    this.setState({ isEmpty: !(target as Element).shadowRoot!.querySelector('.zone > *') })

  #onClose = () => {
    if (!this.state.isOpen) return
    this.setState({ isOpen: false })
    this.props.reportAction({ action: 'close' })
    // The browser has returned the focus, and the visitor may have moved on.
    if (!isFocusLost()) return
    // Some browsers do not focus a clicked button, so they cannot return the focus to it. The page may have removed its own button.
    if (this.#opener?.isConnected) this.#opener.focus()
    else focusZone(this.props.host)
  }
}

const CHEVRON_RIGHT = 'm9 5 7 7-7 7'
const CHEVRON_LEFT = 'm15 5-7 7 7 7'
