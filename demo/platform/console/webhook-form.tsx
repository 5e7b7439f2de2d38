/** @jsxImportSource hono/jsx */

import { eventTypes } from '../server/webhooks/event-types.js'
import { type WebhookSettings, webhookSettings } from '../server/webhooks/save-webhook.js'
import { EVENT_RECORDED } from '../webhooks/message-types.js'
import type { FormFields } from './console-context.js'
import { Csrf } from './layout.js'
import { Failure } from './message.js'
import type { Session } from './session.js'

/** The settings of a webhook as they were typed. */
export interface WebhookForm {
  url: string
  event_types: string[]
  /** Stands for the stored settings when the form was opened. Undefined: the webhook is new. */
  tag?: string | undefined
  error?: string
}

/** A browser sends a field for each chosen type. */
const fieldOf = (type: string) => `type ${type}`

/** Reads the fields of the form. */
export const typedWebhook = (fields: FormFields): WebhookForm => ({
  url: (fields.url ?? '').trim(),
  event_types: eventTypes.filter(type => fieldOf(type) in fields),
  tag: fields.tag,
})

/** The settings in the form, or what is wrong with them. */
export function settingsIn({ url, event_types }: WebhookForm): Omit<WebhookSettings, 'enabled'> | string {
  if (!event_types.length) return 'Choose what the webhook is informed about.'
  const { data } = webhookSettings.omit({ enabled: true }).safeParse({ url, event_types })
  return data ?? 'Enter a URL of at most 2,000 characters.'
}

interface FieldsProps extends WebhookForm {
  session: Session
  action: string
  title: string
  button: string
}

/** The form of a new or a stored webhook. */
export const WebhookSettingsForm = ({ session, action, title, button, url, event_types, tag, error }: FieldsProps) => (
  <form method="post" action={action} class="sheet" novalidate>
    <h2>{title}</h2>
    <Csrf session={session} />
    {tag !== undefined && <input type="hidden" name="tag" value={tag} />}
    {error && <Failure id="error">{error}</Failure>}
    <label for="url">URL</label>
    <input
      id="url"
      name="url"
      type="url"
      value={url}
      required
      maxlength={2000}
      placeholder="https://shop.example.com/webhooks"
      autocomplete="off"
      aria-invalid={error ? 'true' : undefined}
      aria-describedby={error ? 'error' : undefined}
    />
    <fieldset>
      <legend>Types of messages</legend>
      {eventTypes.map(type => (
        <label class="choice">
          <input type="checkbox" name={fieldOf(type)} value="on" checked={event_types.includes(type)} />
          <span>
            {labelOf(type)} <span class="hint">({type})</span>
          </span>
        </label>
      ))}
    </fieldset>
    <button class="main">{button}</button>
  </form>
)

function labelOf(type: string): string {
  if (type === EVENT_RECORDED) return 'An event was recorded'
  const [, state] = type.split('.')
  return `A reward ${['expired', 'failed'].includes(state!) ? 'has' : 'was'} ${state}`
}
