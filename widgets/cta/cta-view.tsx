/// <reference types="vite/client" />
import { Component } from 'preact'
import { enclosingButton } from '../enclosing-button.js'
import { Icon } from '../kit/icon.js'
import { catchErrors, runForView } from '../kit/view-errors.js'
import { isUnclosed } from '../page-children.js'
import type { ViewProps } from '../view.js'
import styles from './cta.css?inline'
import { type CtaContent, readCta } from './cta-content.js'
import { en } from './en.js'
import { Overlay } from './overlay.js'
import { hasPageButton } from './page-button.js'
import { Picture } from './picture.js'
import { ZoneDialog } from './zone-dialog.js'

/** `hero` and `panel` load these from here: a file for them alone would be one more request for a `cta`. */
export { readDismissal, storeDismissal } from './dismissal.js'
export { OpenedZoneView } from './opened-zone-view.js'
export { showOverlay } from './overlay.js'
export { en, styles, ZoneDialog }

/** A call to action: a button, banner or overlay that opens another zone in a dialog. */
export default class CtaView extends Component<ViewProps> {
  #dialog: ZoneDialog | undefined
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

  override render(props: ViewProps) {
    const cta = readCta(props.content)
    if (!cta.opens) return null
    return (
      <>
        {!enclosingButton(props.host) &&
          (cta.style === 'overlay' ? <Overlay {...props} cta={cta} onOpen={this.#open} /> : this.#renderButton(cta))}
        <ZoneDialog
          {...props}
          label={cta.text || props.messages.cta_open}
          lang={cta.text ? props.locale : undefined}
          opens={cta.opens}
          onMount={dialog => {
            this.#dialog = dialog
          }}
        />
      </>
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
        <Icon path={isRightToLeft(this.props) ? CHEVRON_LEFT : CHEVRON_RIGHT} />
      </button>
    )
  }

  #listenTo(button: Element | null | undefined) {
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
    event.preventDefault()
    // The click may be on a text or an image in the button.
    const opener = (event.target as Element).closest<HTMLElement>('button, a, [role=button]')
    this.#dialog!.open(opener)
  }
}

/** The direction of the texts, which a chevron follows. Style sheets of older browsers cannot tell: they do not know `:dir()`. */
export const isRightToLeft = ({ messages, host }: ViewProps): boolean =>
  (messages.dir ?? getComputedStyle(host).direction) === 'rtl'

const CHEVRON_RIGHT = 'm9 5 7 7-7 7'
const CHEVRON_LEFT = 'm15 5-7 7 7 7'
