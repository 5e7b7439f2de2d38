import { catchErrors } from '../../kit/view-errors.js'
import type { PanelProps } from '../panel.js'
import { en } from './en.js'

export { EditPanel as Panel, en }

/** Together with the link, a message of this length fits into every channel. */
const MAX_LENGTH = 500

/** A field in which the person can change the message for all channels. */
function EditPanel({ share, messages, onMessageChange }: PanelProps) {
  return (
    <label>
      {messages.edit_label}
      <textarea
        rows={3}
        maxLength={MAX_LENGTH}
        value={textToEdit(share)}
        onInput={catchErrors(event => onMessageChange((event.currentTarget as HTMLTextAreaElement).value))}
      />
    </label>
  )
}

/** The message for all channels. The marketer may have written one for each channel only: then the first of them. */
const textToEdit = ({ channels, messages }: PanelProps['share']) =>
  ['default', ...channels].map(channel => messages(channel).message).find(Boolean) ?? ''
