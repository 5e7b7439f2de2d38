import { Component } from 'preact'
import { Button } from '../kit/button.js'
import { LiveRegion } from '../kit/live-region.js'
import type { ViewProps } from '../views.js'

interface EmailFormProps extends ViewProps {
  /** The consumer has said who they are. */
  onIdentified(): void
}

interface EmailFormState {
  busy?: boolean
  told?: string
}

/** Asks for an email address, and tells the platform whose it is. */
export class EmailForm extends Component<EmailFormProps, EmailFormState> {
  override state: EmailFormState = {}
  /** In the page, not in our shadow: there password managers and autofill find it. */
  readonly #field = document.createElement('input')

  override componentDidMount() {
    const { host, messages } = this.props
    Object.assign(this.#field, { type: 'email', autocomplete: 'email', slot: 'email', onkeydown: this.#press })
    this.#field.setAttribute('aria-label', messages.offer_email)
    // A form of the page that stands around it has no part in it.
    this.#field.setAttribute('form', '')
    host.append(this.#field)
  }

  override componentWillUnmount() {
    this.#field.remove()
  }

  override render({ messages }: EmailFormProps, { busy, told }: EmailFormState) {
    return (
      <>
        <div part="copy">
          <div part="field">
            <b aria-hidden="true">{messages.offer_email}</b>
            <slot name="email" />
          </div>
          <Button disabled={busy} onClick={this.#submit}>
            {messages.offer_reveal}
          </Button>
        </div>
        <LiveRegion hidden={!told}>{told}</LiveRegion>
      </>
    )
  }

  #press = ({ key }: KeyboardEvent) => {
    if (key === 'Enter') this.#submit()
  }

  #submit = async () => {
    const { rewards, messages, onIdentified } = this.props
    const email = this.#field.value.trim()
    const right = Boolean(email) && this.#field.checkValidity()
    this.#field.setAttribute('aria-invalid', String(!right))
    if (!right) {
      this.setState({ told: messages.offer_wrong })
      return this.#field.focus()
    }
    this.setState({ busy: true, told: '' })
    try {
      await rewards.identify({ email })
      onIdentified()
    } catch {
      this.setState({ busy: false, told: messages.offer_failed })
    }
  }
}
