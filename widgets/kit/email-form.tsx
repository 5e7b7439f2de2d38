import { Component, type ComponentChildren } from 'preact'
import { safeDocument } from '../../src/base/safe-document.js'
import { Button } from './button.js'
import { isEmail } from './is-email.js'
import { LiveRegion } from './live-region.js'
import { runForView } from './view-errors.js'

interface EmailFormProps {
  /** The zone's element. The field is its child. */
  host: Element
  label: string
  submitLabel: string
  /** Shown when the address is not valid. */
  invalidText: string
  /** Shown when `submit` rejects. */
  failedText: string
  /** Called with a valid address. */
  submit(email: string): Promise<unknown>
  children?: ComponentChildren
}

interface EmailFormState {
  isBusy?: boolean
  errorText?: string
}

/** Asks for an email address. */
export class EmailForm extends Component<EmailFormProps, EmailFormState> {
  override state: EmailFormState = {}
  /** In the document, not in the shadow root: password managers and autofill do not find it there. */
  readonly #field = safeDocument().createElement('input')

  override componentDidMount() {
    const { host } = this.props
    // A page that restores its HTML, or copies the element, has the field of an earlier form.
    for (const field of host.querySelectorAll(':scope > [slot=email]')) field.remove()
    Object.assign(this.#field, {
      type: 'email',
      autocomplete: 'email',
      slot: 'email',
      // An email address is written from left to right on every page.
      dir: 'ltr',
      onkeydown: this.#onKeyDown,
    })
    this.componentDidUpdate()
    // Keeps the field out of a form of the page that contains the zone.
    this.#field.setAttribute('form', '')
    // First: `isUnclosed` examines the last node.
    host.prepend(this.#field)
  }

  override componentDidUpdate() {
    this.#field.setAttribute('aria-label', this.props.label)
  }

  override componentWillUnmount() {
    this.#field.remove()
  }

  override render({ label, submitLabel, children }: EmailFormProps, { isBusy, errorText }: EmailFormState) {
    return (
      <>
        <div part="copy">
          <div part="field">
            <b aria-hidden="true">{label}</b>
            <slot name="email" />
          </div>
          {/* Not `disabled` while busy: a disabled button loses the focus. */}
          <Button aria-disabled={isBusy} onClick={this.#submit}>
            {submitLabel}
          </Button>
        </div>
        {children}
        <LiveRegion hidden={!errorText}>{errorText}</LiveRegion>
      </>
    )
  }

  #onKeyDown = ({ key, isComposing, keyCode }: KeyboardEvent) => {
    // Enter also ends the composition of an input method: in Safari, only the code 229 tells. The root of the field is the document, so the view's
    // root is given here.
    if (key === 'Enter' && !isComposing && keyCode !== 229) runForView(this.props.host.shadowRoot!, this.#submit)
  }

  #submit = async () => {
    if (this.state.isBusy) return
    const { submit, invalidText, failedText } = this.props
    const email = this.#field.value.trim()
    const isValid = isEmail(email)
    this.#field.setAttribute('aria-invalid', String(!isValid))
    if (!isValid) {
      // Emptied first: a screen reader announces a live region only when its text changes.
      this.setState({ errorText: '' }, () => this.setState({ errorText: invalidText }))
      return this.#field.focus()
    }
    this.setState({ isBusy: true, errorText: '' })
    try {
      await submit(email)
    } catch {
      this.setState({ errorText: failedText })
    }
    this.setState({ isBusy: false })
  }
}
