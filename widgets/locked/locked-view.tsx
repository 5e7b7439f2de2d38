/// <reference types="vite/client" />
import { Component, createRef } from 'preact'
import { Button } from '../kit/button.js'
import { EmailForm } from '../kit/email-form.js'
import { isErased } from '../kit/erased-data.js'
import { focusZone } from '../kit/focus-zone.js'
import { Icon } from '../kit/icon.js'
import { LiveRegion } from '../kit/live-region.js'
import styles from '../kit/prompt-card.css?inline'
import { recognizeOnReturn } from '../kit/recognize-on-return.js'
import { Retry } from '../kit/retry.js'
import { sendVerification } from '../kit/send-verification.js'
import { readText } from '../readers.js'
import type { ViewModule, ViewProps } from '../view.js'
import { en } from './en.js'

export { en, styles }

export const asksForAddress = true
export const isLocked = true

/** Only a leaderboard has ranks. Those that the platform sends to a consumer who is not verified are no secret, so they are shown in place of this view. */
export const prepare: NonNullable<ViewModule['prepare']> = content =>
  content?.ranks ? import('../leaderboard/leaderboard-view.js') : undefined

interface LockedState {
  /** Whether it is certain that only this card can verify the consumer: they were not verified elsewhere, and the page has no proof. */
  isConfirmed?: boolean
  /** The status of the last email. */
  email?: 'sending' | 'sent' | 'failed' | undefined
  /** Whether the person must enter an address: there is none yet, or they want another one. */
  needsAddress?: boolean
  /** The height of the card when the consumer was verified. The skeleton in its place keeps it, so that the page does not jump. */
  height?: string | undefined
  /** What the view was given when the consumer was verified. If a load had failed by then, another one is under way. */
  propsBefore?: ViewProps
}

/**
 * Replaces a view of private data while the consumer is not verified. Asks for an email address if none is known, and has the platform send
 * an email with a verification link. When the consumer is verified, the zone loads again by itself.
 */
export default class LockedView extends Component<ViewProps, LockedState> {
  override state: LockedState = {}
  readonly #controller = new AbortController()
  readonly #card = createRef<HTMLElement>()

  override componentDidMount() {
    recognizeOnReturn(this.props, this.#onVerified, this.#controller.signal).then(() =>
      this.setState({ isConfirmed: true }),
    )
  }

  override componentWillUnmount() {
    this.#controller.abort()
  }

  override render(props: ViewProps, { isConfirmed, height, propsBefore }: LockedState) {
    const { host, rewards, messages, retry } = props
    const hasLoadFailed = props.hasLoadFailed && props !== propsBefore
    const isVerified = rewards.consumer.level === 'verified'
    if (isVerified && hasLoadFailed)
      return (
        <div part="card">
          <Retry host={host} text={messages.failed} label={messages.retry} retry={retry} />
        </div>
      )
    // A verified consumer is asked nothing: the zone is loading again.
    if (!isConfirmed || isVerified) return <div part="card skeleton" aria-busy="true" style={{ height }} />
    return this.#renderCard()
  }

  #renderCard() {
    const { content, locale, messages, rewards } = this.props
    const headline = readText(content.headline)
    const { email, needsAddress } = this.state
    const status = email === 'sent' ? messages.locked_sent : email === 'failed' ? messages.locked_failed : ''
    return (
      <section ref={this.#card} part="card locked">
        <Icon path={LOCK} />
        <h2 part="headline" lang={headline ? locale : messages.lang}>
          {headline || messages.locked_headline}
        </h2>
        {isErased(this.props) && <p part="why">{messages.locked_erased}</p>}
        <p part="why">{messages.locked_why}</p>
        {needsAddress || rewards.consumer.level === 'anonymous' ? this.#renderForm() : this.#renderButtons()}
        <LiveRegion hidden={!status}>{status}</LiveRegion>
      </section>
    )
  }

  #renderForm() {
    const { host, messages } = this.props
    return (
      <EmailForm
        host={host}
        label={messages.locked_email}
        submitLabel={messages.locked_send}
        invalidText={messages.locked_wrong}
        failedText={messages.locked_failed}
        submit={this.#identify}
      />
    )
  }

  #renderButtons() {
    const { messages } = this.props
    const { email } = this.state
    return (
      <div part="ways">
        <Button kind={email === 'sent' ? 'quiet' : 'main'} aria-disabled={email === 'sending'} onClick={this.#send}>
          {email === 'sent' ? messages.locked_again : messages.locked_send}
        </Button>
        <Button kind="quiet" onClick={this.#askForAddress}>
          {messages.locked_another}
        </Button>
      </div>
    )
  }

  #onVerified = () => {
    const card = this.#card.current
    this.setState({ height: card ? `${card.offsetHeight}px` : undefined, propsBefore: this.props })
  }

  #identify = async (email: string) => {
    const { rewards, host } = this.props
    await rewards.identify({ email })
    focusZone(host)
    this.setState({ needsAddress: false })
    await this.#send()
  }

  #send = async () => {
    if (this.state.email === 'sending') return
    const { rewards, reportAction } = this.props
    this.setState({ email: 'sending' })
    const outcome = await sendVerification(rewards)
    if (outcome === 'needs_address') this.#askForAddress()
    else this.setState({ email: outcome })
    reportAction({ action: 'verify', outcome: outcome === 'sent' ? 'handed_off' : 'failed' })
  }

  #askForAddress = () => {
    focusZone(this.props.host)
    this.setState({ needsAddress: true, email: undefined })
  }
}

const LOCK = 'M6 11h12v9H6zM9 11V8a3 3 0 0 1 6 0v3'
