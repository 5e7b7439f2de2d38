import type { Messages } from '../messages/messages.js'
import { Button } from './button.js'
import { Icon } from './icon.js'

interface CopyFieldProps {
  label: string
  value: string
  copied: boolean
  messages: Messages
  /** Really copies; resolves with whether it did. */
  copy(): Promise<boolean>
}

/** Text to take away, with a button that takes it. Where copying is not allowed the text is selected, to be copied by hand. */
export const CopyField = ({ label, value, copied, messages, copy }: CopyFieldProps) => (
  <div part="copy">
    <label>
      {label}
      <input part="link" readOnly dir="ltr" value={value} />
    </label>
    <Button
      disabled={!value}
      onClick={async ({ currentTarget }) => {
        const field = (currentTarget as Element).parentElement!.querySelector('input')!
        if (await copy()) return
        field.focus()
        field.select()
      }}
    >
      <Icon path={copied ? CHECK : COPY} />
      {copied ? messages.copy_handed_off : messages.copy}
    </Button>
  </div>
)

const COPY = 'M9 9h11v11H9zM5 15H4V4h11v1'
const CHECK = 'm5 12 5 5 9-10'
