/// <reference types="vite/client" />
import { Component } from 'preact'
import { Button } from '../../kit/button.js'
import { LiveRegion } from '../../kit/live-region.js'
import { object, text } from '../../read.js'
import type { ViewProps } from '../../views.js'
import { Invitation } from '../invitation.js'
import { readShare } from '../share-content.js'
import { styles as shareStyles } from '../share-view.js'
import captureStyles from './capture.css?inline'
import { words } from './words.js'

export { words }
export const styles = shareStyles + captureStyles

interface CaptureState {
  busy?: boolean
  /** What is wrong, in words. */
  told?: string
}

/** Asks who it is before it hands out a link. The link comes by itself, once the platform knows. */
export default class CaptureView extends Component<ViewProps, CaptureState> {
  override state: CaptureState = {}
  /** In the page, not in our shadow: there password managers and autofill find it. */
  readonly #field = document.createElement('input')

  override componentDidMount() {
    const { host, messages } = this.props
    Object.assign(this.#field, {
      type: 'email',
      autocomplete: 'email',
      slot: 'email',
      ariaLabel: messages.capture_email,
      onkeydown: ({ key }: KeyboardEvent) => key === 'Enter' && this.#submit(),
    })
    // A form of the page that stands around has no part in it.
    this.#field.setAttribute('form', '')
    host.append(this.#field)
  }

  override componentWillUnmount() {
    this.#field.remove()
  }

  override render({ content, messages }: ViewProps, { busy, told }: CaptureState) {
    const consent = text(object(content.capture).opt_in)
    return (
      <Invitation share={readShare(content)} messages={messages}>
        <div part="copy">
          <div part="field">
            <b aria-hidden="true">{messages.capture_email}</b>
            <slot name="email" />
          </div>
          <Button disabled={busy} onClick={this.#submit}>
            {messages.capture_get}
          </Button>
        </div>
        {consent && (
          <label part="opt-in">
            <input type="checkbox" />
            {consent}
          </label>
        )}
        <LiveRegion hidden={!told}>{told}</LiveRegion>
      </Invitation>
    )
  }

  #submit = async () => {
    const { rewards, host, content, messages, act } = this.props
    const root = host.shadowRoot!
    const email = this.#field.value.trim()
    if (!email || !this.#field.checkValidity()) {
      this.setState({ told: messages.capture_wrong })
      this.#field.ariaInvalid = 'true'
      return this.#field.focus()
    }
    this.setState({ busy: true, told: '' })
    // The button will go; the focus stays in its place for the link that comes instead.
    root.querySelector<HTMLElement>('.zone')!.focus()
    // A profile can only be changed by who has proved it is theirs: the consent goes with the event.
    const opt_in = root.querySelector<HTMLInputElement>('[part=opt-in] input')?.checked
    try {
      await rewards.identify({
        email,
        ...(object(content.capture).opt_in !== undefined && { opt_in: opt_in ?? false }),
      })
      act({ action: 'capture' })
    } catch {
      this.setState({ told: messages.capture_failed })
    }
    this.setState({ busy: false })
  }
}
