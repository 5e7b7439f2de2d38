import { Component, type ComponentChildren } from 'preact'
import { safeDocument } from '../../src/safe-document.js'
import { Button } from './button.js'
import { attempt } from './view-errors.js'
import { LiveRegion } from './live-region.js'

interface EmailFormProps {
  /** The zone's element: the field stands in it. */
  host: Element
  label: string
  /** On the button. */
  action: string
  /** Said of what is no address, and of a failure. */
  wrong: string
  failed: string
  /** Takes an address that is one. */
  submit(email: string): Promise<unknown>
  children?: ComponentChildren
}

interface EmailFormState {
  busy?: boolean
  /** What is wrong, in words. */
  told?: string
}

/** Asks for an email address. */
export class EmailForm extends Component<EmailFormProps, EmailFormState> {
  override state: EmailFormState = {}
  /** In the page, not in our shadow: there password managers and autofill find it. */
  readonly #field = safeDocument().createElement('input')

  override componentDidMount() {
    const { host, label } = this.props
    Object.assign(this.#field, {
      type: 'email',
      autocomplete: 'email',
      slot: 'email',
      // An address runs from left to right on any page.
      dir: 'ltr',
      onkeydown: this.#press,
    })
    this.#field.setAttribute('aria-label', label)
    // A form of the page that stands around it has no part in it.
    this.#field.setAttribute('form', '')
    host.append(this.#field)
  }

  override componentWillUnmount() {
    this.#field.remove()
  }

  override render({ label, action, children }: EmailFormProps, { busy, told }: EmailFormState) {
    return (
      <>
        <div part="copy">
          <div part="field">
            <b aria-hidden="true">{label}</b>
            <slot name="email" />
          </div>
          <Button aria-disabled={busy} onClick={this.#submit}>
            {action}
          </Button>
        </div>
        {children}
        <LiveRegion hidden={!told}>{told}</LiveRegion>
      </>
    )
  }

  #press = ({ key }: KeyboardEvent) => {
    // The field stands in the page, whose root is not the view's.
    if (key === 'Enter') attempt(this.props.host.shadowRoot!, this.#submit)
  }

  /** The button stays enabled for the browser while it is busy: one that has the focus would lose it. */
  #submit = async () => {
    if (this.state.busy) return
    const { submit, wrong, failed } = this.props
    const email = this.#field.value.trim()
    const right = Boolean(email) && this.#field.checkValidity()
    this.#field.setAttribute('aria-invalid', String(!right))
    if (!right) {
      this.setState({ told: wrong })
      return this.#field.focus()
    }
    this.setState({ busy: true, told: '' })
    try {
      await submit(email)
    } catch {
      this.setState({ told: failed })
    }
    this.setState({ busy: false })
  }
}
