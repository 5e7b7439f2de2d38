import { guarded } from '../../kit/view-errors.js'
import type { PanelProps } from '../panel.js'
import { words } from './en.js'

export { EditPanel as Panel, words }

/** The message in the person's own words, for all channels that carry one. */
function EditPanel({ share, messages, write }: PanelProps) {
  return (
    <label>
      {messages.edit_label}
      <textarea
        rows={3}
        maxLength={LONGEST}
        value={share.messages('default').message}
        onInput={guarded(event => write((event.currentTarget as HTMLTextAreaElement).value))}
      />
    </label>
  )
}

/** What fits into any message, with the link. */
const LONGEST = 500
