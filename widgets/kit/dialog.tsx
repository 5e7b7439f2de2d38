import { Component, type ComponentChildren, createRef } from 'preact'
import type { Messages } from '../messages/messages.js'
import { Icon } from './icon.js'
import { CLOSE } from './icon-paths.js'
import { catchErrors } from './view-errors.js'

/** The longest time between the clicks of a double click, on most systems. */
const DOUBLE_CLICK_MS = 500

interface DialogProps {
  open: boolean
  /** The accessible name. */
  label: string
  /** The language of `label`, unless it is a text of the widget. */
  lang: string | undefined
  messages: Pick<Messages, 'cta_close' | 'lang'>
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
  #openedAt = 0

  override componentDidMount() {
    this.#openOrClose()
  }

  override componentDidUpdate() {
    this.#openOrClose()
  }

  /** The content may be replaced while the dialog is open. Closing it first gives the focus back to the page, and calls `onClose`. */
  override componentWillUnmount() {
    if (this.#dialog.current!.open) this.#close()
  }

  override render({ label, lang, messages, children, onClose }: DialogProps) {
    return (
      // biome-ignore lint/a11y/useKeyWithClickEvents: the browser closes the dialog on Escape.
      <dialog
        ref={this.#dialog}
        part="dialog"
        aria-label={label}
        // Where the page has no language, a zone in the dialog must not find one here.
        lang={lang?.startsWith(messages.lang) ? undefined : lang}
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
            aria-label={messages.cta_close}
            lang={messages.lang}
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
    else {
      this.#openedAt = performance.now()
      if (dialog.showModal) dialog.showModal()
      else dialog.open = true
    }
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

  /**
   * Closes the dialog on a click outside. A press inside, released outside, selects text: that is not a click outside. The second click of a
   * double click on the button that has opened the dialog is not either.
   */
  #onClick = ({ target, currentTarget }: Event) => {
    const isDoubleClick = performance.now() - this.#openedAt < DOUBLE_CLICK_MS
    if (target === currentTarget && this.#pressTarget === target && !isDoubleClick) this.#close()
  }
}
