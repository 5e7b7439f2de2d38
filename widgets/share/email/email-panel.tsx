import { Component } from 'preact'
import { Button } from '../../kit/button.js'
import { LiveRegion } from '../../kit/live-region.js'
import { catchErrors } from '../../kit/view-errors.js'
import { formatMessage, formatPlural } from '../../messages/format-message.js'
import { readObject, readText } from '../../readers.js'
import { ChannelLink } from '../channel-link.js'
import type { PanelProps } from '../panel.js'
import type { ShareMessage } from '../share-content.js'
import { en } from './en.js'
import { MAX_RECIPIENTS, parseRecipients } from './recipients.js'

export { EmailPanel as Panel, en }

interface EmailState {
  isSending?: boolean
  /** What the form says about the last attempt. */
  status?: string
  /** What the person has typed. */
  typed?: Partial<ShareMessage>
  /** Whether the field of the recipients is marked as invalid. */
  isInvalid?: boolean
}

/** Has the platform send the link to friends. A second button opens the person's own mail app instead. */
class EmailPanel extends Component<PanelProps, EmailState> {
  override state: EmailState = {}

  override render(props: PanelProps, { isSending, status, typed }: EmailState) {
    const { messages, share, locale } = props
    const { subject, message } = share.messages('email')
    return (
      <form part="panel" noValidate onSubmit={catchErrors(this.#send)} onInput={catchErrors(this.#onInput)}>
        {this.#renderRecipients()}
        <label>
          {messages.email_subject}
          <input name="subject" lang={locale} defaultValue={subject} maxLength={78} />
        </label>
        <label>
          {messages.email_message}
          <textarea name="message" lang={locale} rows={4} defaultValue={message} maxLength={2048} />
        </label>
        <small>{messages.email_link_added}</small>
        <div id="status">
          <LiveRegion hidden={!status}>{status}</LiveRegion>
        </div>
        <div part="channels">
          {/* Not `disabled` while sending: a disabled button loses the focus. */}
          <Button type="submit" aria-disabled={isSending}>
            {isSending ? messages.email_sending : messages.email_send}
          </Button>
          <ChannelLink
            {...props}
            channel="email"
            messages={{ ...messages, email: messages.email_app }}
            share={{ ...share, messages: () => ({ ...share.messages('email'), ...typed }) }}
          />
        </div>
      </form>
    )
  }

  #renderRecipients() {
    const { messages } = this.props
    return (
      <>
        <label>
          {messages.email_to}
          <input
            name="to"
            dir="ltr"
            inputMode="email"
            autocomplete="off"
            autocapitalize="off"
            spellcheck={false}
            aria-invalid={this.state.isInvalid ? 'true' : undefined}
            aria-describedby="hint status"
          />
        </label>
        <small id="hint">{messages.email_hint}</small>
      </>
    )
  }

  /** The person's own mail app gets what they have typed here. */
  #onInput = ({ target }: Event) => {
    const { name, value } = target as HTMLInputElement
    if (name !== 'to') this.setState(({ typed }) => ({ typed: { ...typed, [name]: value } }))
  }

  #send = async (event: SubmitEvent) => {
    event.preventDefault()
    if (this.state.isSending) return
    const form = event.currentTarget as HTMLFormElement
    const recipients = form.querySelector('input')!
    const { addresses, invalid } = parseRecipients(recipients.value)
    const error = this.#errorIn(addresses, invalid)
    // Emptied first: a screen reader announces a live region only when its text changes.
    this.setState({ status: '', isInvalid: Boolean(error) }, () => error && this.setState({ status: error }))
    if (error) return recipients.focus()
    this.setState({ isSending: true })
    const { rewards, shareable, reportAction, locale, messages } = this.props
    const data = new FormData(form)
    const subject = String(data.get('subject'))
    try {
      await rewards.email.shareBatch({
        advocate_code: shareable.code,
        recipient_emails: addresses,
        message: String(data.get('message')),
        ...(subject && { subject }),
      })
      // No `share` event is tracked here: the platform records a share for each friend.
      reportAction({ action: 'share', channel: 'email', outcome: 'handed_off' })
      recipients.value = ''
      this.setState({ isSending: false, status: formatPlural(locale, messages, 'email_sent', addresses.length) })
    } catch (error) {
      reportAction({ action: 'share', channel: 'email', outcome: 'failed' })
      this.#showFailure(error)
    }
  }

  #errorIn(addresses: string[], invalid: string | undefined) {
    const { locale, messages } = this.props
    if (!addresses.length) return messages.email_none
    if (invalid) return formatMessage(locale, messages.email_wrong, { address: invalid })
    if (addresses.length > MAX_RECIPIENTS)
      return formatMessage(locale, messages.email_too_many, { count: MAX_RECIPIENTS })
    return undefined
  }

  #showFailure(error: unknown) {
    const { locale, messages } = this.props
    // The platform's check of addresses is stricter. Its error names the address.
    const address = readText(readObject(readObject(error).parameters).email)
    this.setState({
      isSending: false,
      status: address ? formatMessage(locale, messages.email_wrong, { address }) : messages.email_failed,
      isInvalid: Boolean(address),
    })
  }
}
