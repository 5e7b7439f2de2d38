import { Component, type ComponentChildren } from 'preact'
import { enclosingButton } from '../enclosing-button.js'
import type { BodyPortal } from '../kit/body-portal.js'
import { Dialog } from '../kit/dialog.js'
import { focusZone } from '../kit/focus-zone.js'
import { isFocusLost } from '../kit/is-focus-lost.js'
import type { ViewProps } from '../view.js'
import type { OpenedZone } from './opened-zone.js'
import { OpenedZoneView } from './opened-zone-view.js'

interface ZoneDialogProps extends ViewProps {
  /** The accessible name. */
  label: string
  /** The language of `label`, unless it is a text of the widget. */
  lang: string | undefined
  /** The zone in the dialog, in place of `children`. */
  opens?: OpenedZone
  children?: ComponentChildren
  /** Gives the dialog to the view, which opens it. Preact has no refs of components. */
  onMount(dialog: ZoneDialog): void
}

interface ZoneDialogState {
  isOpen: boolean
  /** The dialog stays rendered after it was first opened, so that it keeps what the person has entered. */
  wasOpened: boolean
  /** Renders the dialog outside of the zone when the zone is inside a button of the page. */
  BodyPortal?: typeof BodyPortal | undefined
}

/** A dialog with another zone, or with what the view puts into it. It is not rendered before `open()`. */
export class ZoneDialog extends Component<ZoneDialogProps, ZoneDialogState> {
  override state: ZoneDialogState = { isOpen: false, wasOpened: false }
  /** Gets the focus back when the dialog closes. */
  #opener: HTMLElement | null = null
  /** Whether the dialog is about to open. */
  #isOpening = false

  override componentDidMount() {
    this.props.onMount(this)
  }

  override render(props: ZoneDialogProps, { isOpen, wasOpened, BodyPortal }: ZoneDialogState) {
    if (!wasOpened) return null
    const dialog = this.#renderDialog()
    return BodyPortal ? (
      <BodyPortal {...props} open={isOpen} onOrphaned={this.close}>
        {dialog}
      </BodyPortal>
    ) : (
      dialog
    )
  }

  /** Opens the dialog, and tells the platform and the page. Does nothing if it is open. */
  open(opener: HTMLElement | null): void {
    const { rewards, zone, host, reportAction } = this.props
    if (this.#isOpening || this.state.isOpen) return
    const isInButton = enclosingButton(host)
    this.#isOpening = true
    this.#opener = opener
    rewards.track(`${zone.name}_tap`, { campaign_id: zone.campaign_id })
    reportAction({ action: 'open' })
    // In a new task: together with the work of the click, rendering would block the page of a slow device for too long.
    setTimeout(async () => {
      const portal = isInButton && (await import('../kit/body-portal.js').catch(() => undefined))
      this.#isOpening = false
      this.setState({ isOpen: true, wasOpened: true, BodyPortal: portal ? portal.BodyPortal : undefined })
    })
  }

  #renderDialog() {
    const { messages, label, lang, opens, children } = this.props
    return (
      <Dialog open={this.state.isOpen} label={label} lang={lang} messages={messages} onClose={this.close}>
        {opens ? <OpenedZoneView {...this.props} opens={opens} /> : children}
      </Dialog>
    )
  }

  /** Closes the dialog, and returns the focus. Does nothing if it is closed. */
  readonly close = (): void => {
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
