import { Component, type ComponentChildren, createRef } from 'preact'
import { Icon } from './icon.js'
import { CLOSE } from './icon-paths.js'
import { catchErrors } from './view-errors.js'

interface DialogProps {
  open: boolean
  /** The accessible name. */
  label: string
  closeLabel: string
  children: ComponentChildren
  /** Called when the dialog has been closed: by its button, by Escape, by the back gesture or by a click outside. */
  onClose(): void
}

/**
 * A modal `<dialog>`. The browser shows it in the top layer, above any `z-index` of the page, and returns the focus when it closes. While
 * it is closed, it keeps its children.
 */
export class Dialog extends Component<DialogProps> {
  readonly #dialog = createRef<HTMLDialogElement>()
  #pressTarget: EventTarget | null = null

  override componentDidMount() {
    this.#openOrClose()
  }

  override componentDidUpdate() {
    this.#openOrClose()
  }

  override render({ label, closeLabel, children, onClose }: DialogProps) {
    return (
      // biome-ignore lint/a11y/useKeyWithClickEvents: the browser closes the dialog on Escape.
      <dialog
        ref={this.#dialog}
        part="dialog"
        aria-label={label}
        onClose={catchErrors(onClose)}
        onPointerDown={catchErrors(this.#onPointerDown)}
        onClick={catchErrors(this.#onClick)}
      >
        <div part="dialog-body">
          {/* `autofocus`: else Chromium focuses the body, which can scroll, and removes the focus when it no longer needs to scroll. */}
          <button
            type="button"
            class="icon-button"
            part="close"
            aria-label={closeLabel}
            autofocus
            onClick={catchErrors(this.#close)}
          >
            <Icon path={CLOSE} />
          </button>
          {children}
        </div>
      </dialog>
    )
  }

  #openOrClose() {
    const dialog = this.#dialog.current!
    // When a modal dialog is moved in the document, it stays open but is no longer modal. In every browser, its position tells.
    if (getComputedStyle(dialog).position === 'absolute') dialog.open = false
    // The zone may have left the document after the click. The dialog opens when the zone is back.
    if (this.props.open === dialog.open || !dialog.isConnected) return
    if (dialog.open) this.#close()
    else if (dialog.showModal) dialog.showModal()
    else dialog.open = true
  }

  readonly #close = () => {
    const dialog = this.#dialog.current!
    if (dialog.close) return dialog.close()
    // jsdom has no methods of dialogs.
    dialog.open = false
    dialog.dispatchEvent(new Event('close'))
  }

  #onPointerDown = ({ target }: Event) => {
    this.#pressTarget = target
  }

  /** Closes the dialog on a click outside. A press inside, released outside, selects text: that is not a click outside. */
  #onClick = ({ target, currentTarget }: Event) => {
    if (target === currentTarget && this.#pressTarget === target) this.#close()
  }
}
