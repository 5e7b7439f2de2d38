import type { Messages } from '../messages/messages.js'
import { Button } from './button.js'
import { Icon } from './icon.js'
import { CHECK } from './icon-paths.js'

interface CopyFieldProps {
  label: string
  value: string
  /** Whether the button shows that the value was copied. */
  copied: boolean
  messages: Messages
  /** Copies the value. Resolves with whether that worked. */
  copy(): Promise<boolean>
}

/** A read-only field with a button that copies its value. If copying is not allowed, the value is selected, so that the person can copy it. */
export const CopyField = ({ label, value, copied, messages, copy }: CopyFieldProps) => (
  <div part="copy">
    <label>
      {label}
      <input part="link" readOnly dir="ltr" value={value} />
    </label>
    <Button
      disabled={!value}
      onClick={async ({ currentTarget, detail }) => {
        // The second click of a double click.
        if (detail > 1) return
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
