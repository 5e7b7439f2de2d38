import { hideBrokenImage } from '../../kit/hide-broken-image.js'
import { catchErrors } from '../../kit/view-errors.js'
import { readImage, readObject, readText } from '../../readers.js'
import { messageToEdit } from '../message-to-edit.js'
import type { PanelProps } from '../panel.js'
import { en } from './en.js'

export { EditPanel as Panel, en }

/** Together with the link, a message of this length fits into every channel. */
const MAX_LENGTH = 500

/** A field in which the person can change the message for all channels, and the card that a friend sees with it. */
function EditPanel(props: PanelProps) {
  const { share, locale, messages, onMessageChange } = props
  const message = messageToEdit(share)
  return (
    <div part="panel edit">
      <label>
        {messages.edit_label}
        <textarea
          lang={locale}
          rows={3}
          maxLength={MAX_LENGTH}
          value={message}
          onInput={catchErrors(event => onMessageChange((event.currentTarget as HTMLTextAreaElement).value))}
        />
      </label>
      <CardPreview {...props} message={message} />
    </div>
  )
}

/** The card that messengers show for the link. Nothing if the content has none. */
function CardPreview({ content, shareable, locale, messages, message }: PanelProps & { message: string }) {
  const card = readObject(content.card)
  const title = readText(card.title)
  const description = readText(card.description)
  const image = readImage(card.image_url)
  if (!title && !image) return null
  return (
    <figure part="preview" aria-label={messages.edit_preview} style={PREVIEW}>
      <figcaption style={WORDS}>{messages.edit_preview}</figcaption>
      <div part="preview-card" style={CARD}>
        {image && <img key={image} src={image} alt="" style={PICTURE} onError={catchErrors(hideBrokenImage)} />}
        <div lang={locale} style={WORDS}>
          <strong>{title}</strong>
          {description && <p part="description">{description}</p>}
          <small dir="ltr">{new URL(shareable.link).hostname}</small>
        </div>
      </div>
      {message && (
        <p lang={locale} style={WORDS}>
          {message}
        </p>
      )}
    </figure>
  )
}

// The style sheet of the widget belongs to its first file, which most people need without this panel.
const PREVIEW = { margin: 0, overflow: 'hidden', background: 'var(--soft)', borderRadius: 'var(--radius)' }
const CARD = { margin: '0 .75em', border: '1px solid #8885', borderRadius: 'var(--radius)', overflow: 'hidden' }
const PICTURE = { display: 'block', width: '100%', maxHeight: '11em', borderRadius: 0 }
const WORDS = { display: 'grid', gap: '.25em', padding: '.6em .9em', overflowWrap: 'anywhere' }
