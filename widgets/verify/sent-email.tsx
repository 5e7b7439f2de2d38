import { Component } from 'preact'
import { Button } from '../kit/button.js'
import type { Messages } from '../messages/messages.js'

interface SentEmailProps {
  /** A text that says where the email was sent. */
  sentTo: string
  messages: Messages
  onSendAgain(): void
  onChangeAddress(): void
}

interface SentEmailState {
  /** Whether the email should have arrived. */
  isLate?: boolean
}

/** An email normally arrives in this time. Whoever requests another one earlier gets two. */
const LATE_MS = 30_000

/** Says what to do after the email was sent, and what to do if it does not arrive. */
export class SentEmail extends Component<SentEmailProps, SentEmailState> {
  #timer: ReturnType<typeof setTimeout> | undefined

  override componentDidMount() {
    this.#timer = setTimeout(() => this.setState({ isLate: true }), LATE_MS)
  }

  override componentWillUnmount() {
    clearTimeout(this.#timer)
  }

  override render({ sentTo, messages, onSendAgain, onChangeAddress }: SentEmailProps, { isLate }: SentEmailState) {
    return (
      <>
        <p part="sent">{sentTo}</p>
        <ol part="steps">
          <li>{messages.verify_open}</li>
          <li>{messages.verify_confirm}</li>
          <li>{messages.verify_back}</li>
        </ol>
        <p part="waiting">{messages.verify_waiting}</p>
        <p part="late">{messages.verify_late}</p>
        <div part="ways">
          {isLate && (
            <Button kind="quiet" onClick={onSendAgain}>
              {messages.verify_again}
            </Button>
          )}
          <Button kind="quiet" onClick={onChangeAddress}>
            {messages.verify_other}
          </Button>
        </div>
      </>
    )
  }
}
