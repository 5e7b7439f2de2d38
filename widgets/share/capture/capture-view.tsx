/// <reference types="vite/client" />
import { EmailForm } from '../../kit/email-form.js'
import { readObject, readText } from '../../readers.js'
import type { ViewProps } from '../../view.js'
import { Invitation } from '../invitation.js'
import { readShare } from '../share-content.js'
import { shareStyles } from '../share-styles.js'
import captureStyles from './capture.css?inline'
import { en } from './en.js'

export { en }
export const styles = shareStyles + captureStyles

/** Asks for an email address before it shows a link. When the consumer is identified, the zone loads again, with the link. */
export default function CaptureView(props: ViewProps) {
  const { rewards, host, content, locale, messages, reportAction } = props
  const { opt_in } = readObject(content.capture)
  const optInText = readText(opt_in)

  async function submit(email: string) {
    const box = host.shadowRoot!.querySelector<HTMLInputElement>('[part=opt-in] input')
    // The consent is part of the event: only a verified consumer can change the profile.
    await rewards.identify({ email, ...(box && { opt_in: box.checked }) })
    reportAction({ action: 'capture' })
  }

  return (
    <Invitation {...props} share={readShare(content)}>
      <EmailForm
        host={host}
        label={messages.capture_email}
        submitLabel={messages.capture_get}
        invalidText={messages.capture_wrong}
        failedText={messages.capture_failed}
        submit={submit}
      >
        {optInText && (
          <label part="opt-in" lang={locale}>
            <input type="checkbox" />
            {optInText}
          </label>
        )}
      </EmailForm>
    </Invitation>
  )
}
