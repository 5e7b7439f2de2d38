/// <reference types="vite/client" />
import { Component } from 'preact'
import { Button } from '../kit/button.js'
import { EmailForm } from '../kit/email-form.js'
import { focusZone } from '../kit/focus-zone.js'
import { Icon } from '../kit/icon.js'
import { CHECK, ENVELOPE } from '../kit/icon-paths.js'
import { LiveRegion } from '../kit/live-region.js'
import { recognizeOnReturn } from '../kit/recognize-on-return.js'
import { sendVerification } from '../kit/send-verification.js'
import { formatMessage } from '../messages/format-message.js'
import { readText } from '../readers.js'
import type { ViewProps } from '../view.js'
import { en } from './en.js'
import { SentEmail } from './sent-email.js'
import styles from './verify.css?inline'

export { en, styles }

export const asksForAddress = true

interface VerifyState {
  /** How many emails the platform has sent. */
  sentCount: number
  isSending?: boolean
  hasFailed?: boolean
  /** The address that the person has entered here. */
  email?: string
  /** Whether the person must enter an address, or wants to enter another one. */
  needsAddress?: boolean
}

/** Guides the consumer through the verification by email. Notices by itself when they are verified, on whatever device. */
export default class VerifyView extends Component<ViewProps, VerifyState> {
  override state: VerifyState = { sentCount: 0 }
  readonly #controller = new AbortController()

  override componentDidMount() {
    recognizeOnReturn(this.props, () => this.forceUpdate(), this.#controller.signal)
  }

  override componentWillUnmount() {
    this.#controller.abort()
  }

  override render({ rewards, content, locale, messages }: ViewProps) {
    const isVerified = rewards.consumer.level === 'verified'
    const headline = !isVerified && readText(content.headline)
    return (
      <section part="card verify">
        <Icon path={isVerified ? CHECK : ENVELOPE} />
        <h2 part="headline" lang={headline ? locale : messages.lang}>
          {headline || (isVerified ? messages.verify_done : messages.verify_headline)}
        </h2>
        {!isVerified && this.#renderStep()}
        <LiveRegion hidden={isVerified || !this.state.hasFailed}>
          {isVerified ? messages.verify_done : this.#status()}
        </LiveRegion>
      </section>
    )
  }

  #renderStep() {
    const { messages } = this.props
    const { sentCount, needsAddress } = this.state
    if (sentCount && !needsAddress)
      return (
        <SentEmail
          key={sentCount}
          sentTo={this.#sentTo()}
          messages={messages}
          onSendAgain={this.#send}
          onChangeAddress={this.#askForAddress}
        />
      )
    const isUnknown = this.props.rewards.consumer.level === 'anonymous' && !this.#email()
    return (
      <>
        <p part="why">{messages.verify_why}</p>
        {needsAddress || isUnknown ? this.#renderForm() : this.#renderButtons()}
      </>
    )
  }

  #renderForm() {
    const { host, messages } = this.props
    return (
      <EmailForm
        host={host}
        label={messages.verify_email}
        submitLabel={messages.verify_send}
        invalidText={messages.verify_wrong}
        failedText={messages.verify_failed}
        submit={this.#identify}
      />
    )
  }

  #renderButtons() {
    const { messages } = this.props
    const email = this.#email()
    return (
      <>
        {email && (
          <p part="address">
            <bdi>{email}</bdi>
          </p>
        )}
        <div part="ways">
          <Button aria-disabled={this.state.isSending} onClick={this.#send}>
            {messages.verify_send}
          </Button>
          <Button kind="quiet" onClick={this.#askForAddress}>
            {messages.verify_other}
          </Button>
        </div>
      </>
    )
  }

  /** Empty while an email is being sent: a screen reader announces a live region only when its text changes. */
  #status() {
    const { sentCount, isSending, hasFailed, needsAddress } = this.state
    if (isSending) return ''
    if (hasFailed) return this.props.messages.verify_failed
    return sentCount && !needsAddress ? this.#sentTo() : ''
  }

  #sentTo() {
    const { locale, messages } = this.props
    const email = this.#email()
    // The isolates U+2068 and U+2069 keep the address from left to right in a text from right to left.
    return email
      ? formatMessage(locale, messages.verify_sent_to, { email: `\u2068${email}\u2069` })
      : messages.verify_sent
  }

  /** The address, if the page knows it: the platform does not reveal it before it is verified. */
  #email = () => this.state.email ?? readText(this.props.content.email)

  #identify = async (email: string) => {
    const { rewards, host } = this.props
    await rewards.identify({ email })
    focusZone(host)
    this.setState({ email, needsAddress: false }, this.#send)
  }

  #send = async () => {
    if (this.state.isSending) return
    const { rewards, content, host, reportAction } = this.props
    const email = readText(content.email)
    this.setState({ isSending: true, hasFailed: false })
    // The platform sends the email to the consumer whom it knows. That must be the address that is shown.
    const outcome = await sendVerification(rewards, this.state.email ? '' : email)
    if (outcome !== 'failed') focusZone(host)
    this.setState(({ sentCount, needsAddress }) => ({
      sentCount: sentCount + Number(outcome === 'sent'),
      isSending: false,
      hasFailed: outcome === 'failed',
      needsAddress: outcome === 'sent' ? needsAddress : outcome === 'needs_address',
    }))
    reportAction({ action: 'verify', outcome: outcome === 'sent' ? 'handed_off' : 'failed' })
  }

  #askForAddress = () => {
    focusZone(this.props.host)
    this.setState({ needsAddress: true, hasFailed: false })
  }
}
