/// <reference types="vite/client" />
import { Component } from 'preact'
import { Button } from '../kit/button.js'
import { EmailForm } from '../kit/email-form.js'
import { Icon } from '../kit/icon.js'
import { LiveRegion } from '../kit/live-region.js'
import { recognition } from '../kit/recognize-on-return.js'
import styles from '../kit/prompt-card.css?inline'
import { Retry } from '../kit/retry.js'
import { object, text } from '../readers.js'
import type { ViewProps } from '../view.js'
import { words } from './en.js'

export { styles, words }

interface LockedState {
  /** It is known that they have not proved who they are by anything but this card. */
  known?: boolean
  /** The zone could not be had anew. */
  failed?: boolean
  /** The last mail: on its way, sent, or not to be sent. */
  mail?: 'busy' | 'sent' | 'failed'
  /** The address they go by is not the one, or there is none. */
  asks?: boolean
}

/**
 * Stands where private data will: says what to do to see it, and has the platform send the mail that proves an address. The data
 * comes by itself, once the consumer is verified.
 */
export default class LockedView extends Component<ViewProps, LockedState> {
  override state: LockedState = {}
  readonly #life = new AbortController()

  override componentDidMount() {
    const { rewards, host } = this.props
    recognition(rewards, this.#life).then(() => this.setState({ known: true }))
    host.addEventListener('error', () => this.setState({ failed: true }), this.#life)
  }

  override componentWillUnmount() {
    this.#life.abort()
  }

  override render({ host, rewards, content, messages, retry }: ViewProps, { known, failed, mail, asks }: LockedState) {
    const verified = rewards.consumer.level === 'verified'
    if (verified && failed)
      return (
        <div part="card">
          <Retry text={messages.failed} label={messages.retry} retry={retry} />
        </div>
      )
    // Who is found to have proved it, or can be proved by the page, is asked nothing: the zone is on its way to them.
    if (!known || verified) return <div part="card skeleton" aria-busy="true" />
    const told = { busy: '', sent: messages.locked_sent, failed: messages.locked_failed }[mail ?? 'busy']
    return (
      <section part="card locked">
        <Icon path={LOCK} />
        <h2 part="headline">{text(content.headline) || messages.locked_headline}</h2>
        <p part="why">{messages.locked_why}</p>
        {asks || rewards.consumer.level === 'anonymous' ? (
          <EmailForm
            host={host}
            label={messages.locked_email}
            action={messages.locked_send}
            wrong={messages.locked_wrong}
            failed={messages.locked_failed}
            submit={this.#identify}
          />
        ) : (
          <div part="ways">
            <Button kind={mail === 'sent' ? 'quiet' : 'main'} aria-disabled={mail === 'busy'} onClick={this.#send}>
              {mail === 'sent' ? messages.locked_again : messages.locked_send}
            </Button>
            <Button kind="quiet" onClick={this.#ask}>
              {messages.locked_another}
            </Button>
          </div>
        )}
        <LiveRegion hidden={!told}>{told}</LiveRegion>
      </section>
    )
  }

  #identify = async (email: string) => {
    const { rewards } = this.props
    await rewards.identify({ email })
    this.#keepFocus()
    this.setState({ asks: false })
    await this.#send()
  }

  /** `mail` is emptied first: a live region that is given the words it holds already says nothing. */
  #send = async () => {
    if (this.state.mail === 'busy') return
    const { rewards, act } = this.props
    this.setState({ mail: 'busy' })
    try {
      await rewards.requestVerificationEmail()
      this.setState({ mail: 'sent' })
      act({ action: 'verify', outcome: 'handed_off' })
    } catch (error) {
      // Known by another name than an address: now it takes one.
      const asks = object(error).code === 'invalid_person_email'
      if (asks) this.#keepFocus()
      this.setState(asks ? { asks, mail: undefined } : { mail: 'failed' })
      act({ action: 'verify', outcome: 'failed' })
    }
  }

  #ask = () => {
    this.#keepFocus()
    this.setState({ asks: true, mail: undefined })
  }

  /** What has the focus will go; it stays in its place for what comes instead. */
  #keepFocus() {
    this.props.host.shadowRoot?.querySelector<HTMLElement>('.zone')?.focus()
  }
}

const LOCK = 'M6 11h12v9H6zM9 11V8a3 3 0 0 1 6 0v3'
