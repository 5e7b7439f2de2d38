/// <reference types="vite/client" />
import { EmailForm } from '../../kit/email-form.js'
import { object, text } from '../../readers.js'
import type { ViewProps } from '../../view.js'
import { Invitation } from '../invitation.js'
import { readShare } from '../share-content.js'
import { styles as shareStyles } from '../share-view.js'
import captureStyles from './capture.css?inline'
import { words } from './en.js'

export { words }
export const styles = shareStyles + captureStyles

/** Asks who it is before it hands out a link. The link comes by itself, once the platform knows. */
export default function CaptureView({ rewards, host, content, messages, act }: ViewProps) {
  const { opt_in } = object(content.capture)
  const consent = text(opt_in)

  async function submit(email: string) {
    const root = host.shadowRoot!
    // A profile can only be changed by who has proved it is theirs: the consent goes with the event.
    const agreed = root.querySelector<HTMLInputElement>('[part=opt-in] input')?.checked ?? false
    await rewards.identify({ email, ...(opt_in !== undefined && { opt_in: agreed }) })
    // What has the focus will go; it stays in its place for the link that comes instead.
    root.querySelector<HTMLElement>('.zone')!.focus()
    act({ action: 'capture' })
  }

  return (
    <Invitation share={readShare(content)} messages={messages}>
      <EmailForm
        host={host}
        label={messages.capture_email}
        action={messages.capture_get}
        wrong={messages.capture_wrong}
        failed={messages.capture_failed}
        submit={submit}
      >
        {consent && (
          <label part="opt-in">
            <input type="checkbox" />
            {consent}
          </label>
        )}
      </EmailForm>
    </Invitation>
  )
}
