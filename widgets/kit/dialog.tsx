import { Component, type ComponentChildren, createRef } from 'preact'
import { guarded } from './view-errors.js'
import { Icon } from './icon.js'

interface DialogProps {
  open: boolean
  /** What it is called, for who cannot see it. */
  label: string
  closeLabel: string
  children: ComponentChildren
  /** It has been closed: by its button, by Escape or a back gesture, by a click outside. */
  onClose(): void
}

/**
 * A modal dialog of the browser's own: in the top layer, over any `z-index` of the page, which needs no lock on its scrolling and
 * gets its focus back. Closed, it keeps what is in it.
 */
export class Dialog extends Component<DialogProps> {
  readonly #dialog = createRef<HTMLDialogElement>()
  #pressed: EventTarget | null = null

  override componentDidMount() {
    this.#follow()
  }

  override componentDidUpdate() {
    this.#follow()
  }

  override render({ label, closeLabel, children, onClose }: DialogProps) {
    return (
      // biome-ignore lint/a11y/useKeyWithClickEvents: the key for a click outside is Escape, which the browser minds.
      <dialog
        ref={this.#dialog}
        part="dialog"
        aria-label={label}
        onClose={guarded(onClose)}
        onPointerDown={guarded(this.#press)}
        onClick={guarded(this.#leave)}
      >
        <div part="dialog-body">
          {/* Has the focus first: Chromium would give it to the body, which scrolls, and take it away once that needs no scrolling. */}
          <button
            type="button"
            class="round"
            part="close"
            aria-label={closeLabel}
            autofocus
            onClick={guarded(this.#close)}
          >
            <Icon path={CROSS} />
          </button>
          {children}
        </div>
      </dialog>
    )
  }

  #follow() {
    const dialog = this.#dialog.current!
    // Moved in the page, it stays open but is modal no more, which its place tells in every browser.
    if (getComputedStyle(dialog).position === 'absolute') dialog.open = false
    // The zone may have left the page after the click: back in it, the dialog opens.
    if (this.props.open === dialog.open || !dialog.isConnected) return
    if (dialog.open) dialog.close()
    else dialog.showModal()
  }

  #close = () => this.#dialog.current!.close()

  #press = ({ target }: Event) => {
    this.#pressed = target
  }

  /** A click whose press began inside, where text was being selected, is none on the outside. */
  #leave = ({ target, currentTarget }: Event) => {
    if (target === currentTarget && this.#pressed === target) this.#close()
  }
}

export const CROSS = 'm6 6 12 12m0-12L6 18'
