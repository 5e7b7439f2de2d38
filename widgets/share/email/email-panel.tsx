import { Component } from 'preact'
import { Button } from '../../kit/button.js'
import { guarded } from '../../kit/view-errors.js'
import { LiveRegion } from '../../kit/live-region.js'
import { say, sayPlural } from '../../messages/format-message.js'
import { object, text } from '../../readers.js'
import { ChannelLink } from '../channel-link.js'
import type { PanelProps } from '../panel.js'
import { MOST_RECIPIENTS, readRecipients } from './recipients.js'
import { words } from './en.js'

export { EmailPanel as Panel, words }

interface EmailState {
  sending?: boolean
  /** What became of it, in words. */
  told?: string
  /** The recipients are not yet what they must be. */
  wrong?: boolean
}

/** Has the platform send the link to friends, or opens the person's own mail app. */
class EmailPanel extends Component<PanelProps, EmailState> {
  override state: EmailState = {}

  override render(props: PanelProps, { sending, told, wrong }: EmailState) {
    const { messages, share } = props
    const { subject, message } = share.messages('email')
    return (
      <form part="panel" noValidate onSubmit={guarded(this.#send)}>
        <label>
          {messages.email_to}
          <input
            name="to"
            dir="ltr"
            inputMode="email"
            autocomplete="off"
            autocapitalize="off"
            spellcheck={false}
            aria-invalid={wrong ? 'true' : undefined}
            aria-describedby="hint told"
          />
        </label>
        <small id="hint">{messages.email_hint}</small>
        <label>
          {messages.email_subject}
          <input name="subject" defaultValue={subject} maxLength={78} />
        </label>
        <label>
          {messages.email_message}
          <textarea name="message" rows={4} defaultValue={message} maxLength={2048} />
        </label>
        <small>{messages.email_link_added}</small>
        <div id="told">
          <LiveRegion hidden={!told}>{told}</LiveRegion>
        </div>
        <div part="channels">
          <Button type="submit" aria-disabled={sending}>
            {sending ? messages.email_sending : messages.email_send}
          </Button>
          <ChannelLink {...props} channel="email" messages={{ ...messages, email: messages.email_app }} />
        </div>
      </form>
    )
  }

  /** The button stays enabled for the browser while it sends: one that has the focus would lose it. */
  #send = async (event: SubmitEvent) => {
    event.preventDefault()
    if (this.state.sending) return
    const form = event.currentTarget as HTMLFormElement
    const { to, subject, message } = Object.fromEntries(new FormData(form)) as Record<string, string>
    const { addresses, wrong } = readRecipients(to!)
    const fault = this.#faultOf(addresses, wrong)
    this.setState({ told: fault ?? '', wrong: Boolean(fault) })
    if (fault) return form.querySelector('input')!.focus()
    this.setState({ sending: true })
    const { rewards, shareable, act, locale, messages } = this.props
    try {
      await rewards.email.shareBatch({
        advocate_code: shareable.code,
        recipient_emails: addresses,
        message: message!,
        ...(subject && { subject }),
      })
      // The platform records the shares itself, one for each friend.
      act({ action: 'share', channel: 'email', outcome: 'handed_off' })
      form.querySelector('input')!.value = ''
      this.setState({ sending: false, told: sayPlural(locale, messages, 'email_sent', addresses.length) })
    } catch (error) {
      act({ action: 'share', channel: 'email', outcome: 'failed' })
      // The platform is stricter than we are, and names what it refuses.
      const address = text(object(object(error).parameters).email)
      this.setState({
        sending: false,
        told: address ? say(locale, messages.email_wrong, { address }) : messages.email_failed,
        wrong: Boolean(address),
      })
    }
  }

  #faultOf(addresses: string[], wrong: string | undefined) {
    const { locale, messages } = this.props
    if (!addresses.length) return messages.email_none
    if (wrong) return say(locale, messages.email_wrong, { address: wrong })
    if (addresses.length > MOST_RECIPIENTS) return say(locale, messages.email_too_many, { count: MOST_RECIPIENTS })
    return undefined
  }
}
