import { Component } from 'preact'
import { Button } from '../kit/button.js'
import type { Messages } from '../messages/messages.js'

interface SentMailProps {
  /** Where to, in words. */
  sentTo: string
  messages: Messages
  again(): void
  other(): void
}

/** A mail takes no longer; who asks for another before gets two. */
const LATE_MS = 30_000

/** What a person does now that the mail is on its way, and what they can do if it does not come. */
export class SentMail extends Component<SentMailProps, { late?: boolean }> {
  #timer: ReturnType<typeof setTimeout> | undefined

  override componentDidMount() {
    this.#timer = setTimeout(() => this.setState({ late: true }), LATE_MS)
  }

  override componentWillUnmount() {
    clearTimeout(this.#timer)
  }

  override render({ sentTo, messages, again, other }: SentMailProps, { late }: { late?: boolean }) {
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
          {late && (
            <Button kind="quiet" onClick={again}>
              {messages.verify_again}
            </Button>
          )}
          <Button kind="quiet" onClick={other}>
            {messages.verify_other}
          </Button>
        </div>
      </>
    )
  }
}
