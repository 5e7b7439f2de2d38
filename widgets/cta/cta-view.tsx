/// <reference types="vite/client" />
import { Component } from 'preact'
import { buttonAround } from '../enclosing-button.js'
import type { BodyPortal } from '../kit/body-portal.js'
import { Dialog } from '../kit/dialog.js'
import { attempt, guarded } from '../kit/view-errors.js'
import { Icon } from '../kit/icon.js'
import { RewardsZone } from '../kit/rewards-zone.js'
import type { ViewProps } from '../view.js'
import styles from './cta.css?inline'
import { type CtaContent, readCta } from './cta-content.js'
import { Overlay } from './overlay.js'
import { Picture } from './picture.js'
import { words } from './en.js'

export { styles, words }

interface CtaState {
  open: boolean
  /** The dialog has been open: it stays rendered, with what a person has done in it. */
  opened: boolean
  /** Renders the dialog outside of the zone when the zone is in a button of the page. */
  BodyPortal?: typeof BodyPortal | undefined
}

/** Calls to another zone, which it opens in a dialog. */
export default class CtaView extends Component<ViewProps, CtaState> {
  override state: CtaState = { open: false, opened: false }
  #opener: HTMLElement | null = null
  /** The page's own button, around the zone's element, which is listened to. */
  #button: Element | null | undefined

  override componentDidMount() {
    const { rewards, zone, content } = this.props
    if (!readCta(content).opens)
      rewards.report(
        'unsupported_content',
        `Zone ${zone.name}: the cta widget needs opens.zone, the zone that it opens`,
      )
    this.componentDidUpdate()
  }

  override componentDidUpdate() {
    const { content, host } = this.props
    this.#listen(readCta(content).opens && buttonAround(host))
  }

  override componentWillUnmount() {
    this.#listen(undefined)
  }

  override render(props: ViewProps, { open, opened, BodyPortal }: CtaState) {
    const { rewards, data, content, host, messages } = props
    const cta = readCta(content)
    if (!cta.opens) return null
    const dialog = opened && (
      <Dialog open={open} label={cta.text || messages.cta_open} closeLabel={messages.cta_close} onClose={this.#closed}>
        <RewardsZone
          name={cta.opens.zone}
          data={{ ...data, ...cta.opens.data }}
          theme={host.theme}
          messages={host.messages}
          rewards={rewards}
        />
      </Dialog>
    )
    return (
      <>
        {!buttonAround(host) &&
          (cta.style === 'overlay' ? <Overlay {...props} cta={cta} open={this.#open} /> : this.#draw(cta))}
        {dialog && BodyPortal ? (
          <BodyPortal host={host} open={open} onOrphaned={this.#closed}>
            {dialog}
          </BodyPortal>
        ) : (
          dialog
        )}
      </>
    )
  }

  /** What the page has put into the element takes the place of our button. */
  #draw({ style, text, image_url }: CtaContent) {
    const label = text || this.props.messages.cta_open
    return (
      // biome-ignore lint/a11y/noStaticElementInteractions: what is in it is a button, ours or the page's.
      <slot onClick={guarded(this.#open)}>
        {style === 'button' ? (
          <button type="button" part="button main">
            {label}
          </button>
        ) : (
          <button type="button" part="banner">
            <Picture url={image_url} />
            <span part="headline">{label}</span>
            <Icon path={this.#isRightToLeft() ? ONWARD_LEFT : ONWARD} />
          </button>
        )}
      </slot>
    )
  }

  /** Onward is the other way then. Our words run as the page does, unless their language says otherwise; no older browser's style sheet knows. */
  #isRightToLeft() {
    const { messages, host } = this.props
    return (messages.dir ?? getComputedStyle(host).direction) === 'rtl'
  }

  #listen(button: Element | null | undefined) {
    if (button === this.#button) return
    this.#button?.removeEventListener('click', this.#onPageButton)
    button?.addEventListener('click', this.#onPageButton)
    this.#button = button
  }

  #onPageButton = (event: Event) => {
    // A zone that was taken out of its button ignores the button's clicks until it is back.
    const { host } = this.props
    if (this.#button!.contains(host)) attempt(host.shadowRoot!, () => this.#open(event))
  }

  #open = (event: Event) => {
    const { rewards, zone, act } = this.props
    event.preventDefault()
    // The button itself, and not the text or the image in it that was clicked.
    this.#opener = (event.target as Element).closest<HTMLElement>('button, a, [role=button]')
    rewards.track(`${zone.name}_tap`, { campaign_id: zone.campaign_id })
    act({ action: 'open' })
    // In a task of its own: together with the click's it would block the page of a slow device for too long.
    setTimeout(async () => {
      const portal = this.#button && (await import('../kit/body-portal.js').catch(() => undefined))
      this.setState({ open: true, opened: true, BodyPortal: portal?.BodyPortal })
    })
  }

  #closed = () => {
    if (!this.state.open) return
    this.setState({ open: false })
    this.props.act({ action: 'close' })
    // Some browsers do not focus a button that is clicked, and so cannot give the focus back. The page may have replaced its own button.
    const { shadowRoot } = this.props.host
    const opener = this.#opener?.isConnected ? this.#opener : shadowRoot!.querySelector<HTMLElement>('.zone')
    opener?.focus()
  }
}

const ONWARD = 'm9 5 7 7-7 7'
const ONWARD_LEFT = 'm15 5-7 7 7 7'
