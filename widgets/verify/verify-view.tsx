/// <reference types="vite/client" />
import { Component } from 'preact'
import { Button } from '../kit/button.js'
import { EmailForm } from '../kit/email-form.js'
import { Icon } from '../kit/icon.js'
import { LiveRegion } from '../kit/live-region.js'
import { recognition } from '../kit/recognize-on-return.js'
import { say } from '../messages/format-message.js'
import { object, text } from '../readers.js'
import type { ViewProps } from '../view.js'
import { SentMail } from './sent-mail.js'
import styles from './verify.css?inline'
import { words } from './en.js'

export { styles, words }

interface VerifyState {
  /** How many mails the program has sent. */
  sent: number
  busy?: boolean
  failed?: boolean
  /** The address they have given here. */
  email?: string
  /** They want to give another. */
  asks?: boolean
}

/** Walks a consumer through the mail that proves their address, and sees by itself when they have confirmed, wherever that was. */
export default class VerifyView extends Component<ViewProps, VerifyState> {
  override state: VerifyState = { sent: 0 }
  readonly #life = new AbortController()

  override componentDidMount() {
    const { rewards } = this.props
    rewards.addEventListener('consumer', this.#follow, this.#life)
    recognition(rewards, this.#life)
  }

  override componentWillUnmount() {
    this.#life.abort()
  }

  override render({ rewards, content, messages }: ViewProps) {
    const done = rewards.consumer.level === 'verified'
    return (
      <section part="card verify">
        <Icon path={done ? CHECK : ENVELOPE} />
        <h2 part="headline">{done ? messages.verify_done : text(content.headline) || messages.verify_headline}</h2>
        {!done && this.#way()}
        <LiveRegion hidden={done || !this.state.failed}>{done ? messages.verify_done : this.#told()}</LiveRegion>
      </section>
    )
  }

  /** What there is to do next. */
  #way() {
    const { host, messages } = this.props
    const { sent, asks } = this.state
    if (sent && !asks)
      return <SentMail key={sent} sentTo={this.#sentTo()} messages={messages} again={this.#send} other={this.#ask} />
    return (
      <>
        <p part="why">{messages.verify_why}</p>
        {this.#asks() ? (
          <EmailForm
            host={host}
            label={messages.verify_email}
            action={messages.verify_send}
            wrong={messages.verify_wrong}
            failed={messages.verify_failed}
            submit={this.#sendTo}
          />
        ) : (
          this.#offer()
        )}
      </>
    )
  }

  #offer() {
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
          <Button aria-disabled={this.state.busy} onClick={this.#send}>
            {messages.verify_send}
          </Button>
          <Button kind="quiet" onClick={this.#ask}>
            {messages.verify_other}
          </Button>
        </div>
      </>
    )
  }

  /** Nothing in between: a live region that is given the words it holds already says nothing. */
  #told() {
    const { sent, busy, failed, asks } = this.state
    if (busy) return ''
    if (failed) return this.props.messages.verify_failed
    return sent && !asks ? this.#sentTo() : ''
  }

  #sentTo() {
    const { locale, messages } = this.props
    const email = this.#email()
    // Isolated: in a text from right to left it still runs its own way.
    return email ? say(locale, messages.verify_sent_to, { email: `\u2068${email}\u2069` }) : messages.verify_sent
  }

  /** Where the mail goes, as far as the page knows: the program does not tell before it is proved. */
  #email = () => this.state.email ?? text(this.props.content.email)

  #asks = () => this.state.asks || (this.props.rewards.consumer.level === 'anonymous' && !this.#email())

  /** Who has confirmed need not wait until the zone has heard of it. */
  #follow = () => {
    const { rewards, host } = this.props
    if (rewards.consumer.level === 'verified' && host.matches(':focus-within')) this.#keepFocus()
    this.forceUpdate()
  }

  #sendTo = async (email: string) => {
    await this.props.rewards.identify({ email })
    this.#keepFocus()
    this.setState({ email, asks: false }, this.#send)
  }

  #send = async () => {
    if (this.state.busy) return
    const { rewards, content, act } = this.props
    const email = text(content.email)
    this.setState({ busy: true, failed: false })
    try {
      // The mail goes to whom the program takes them for, and that is to be the address they see here.
      if (email && !this.state.email) await rewards.identify({ email })
      const { status } = await rewards.requestVerificationEmail()
      if (status === 'FAILED') throw new Error(status)
      this.#keepFocus()
      this.setState(({ sent }) => ({ sent: sent + 1, busy: false }))
      act({ action: 'verify', outcome: 'handed_off' })
    } catch (error) {
      // They go by another name than an address, or by one that is none: now it takes one.
      const asks = /^invalid_(person_)?email$/.test(text(object(error).code))
      this.setState({ failed: true, busy: false, asks })
      act({ action: 'verify', outcome: 'failed' })
    }
  }

  #ask = () => {
    this.#keepFocus()
    this.setState({ asks: true, failed: false })
  }

  /** What has the focus will go; it stays in its place for what comes instead. */
  #keepFocus() {
    this.props.host.shadowRoot?.querySelector<HTMLElement>('.zone')?.focus()
  }
}

const ENVELOPE = 'M3 5h18v14H3zm0 1 9 7 9-7'
const CHECK = 'm5 12 5 5 9-10'
