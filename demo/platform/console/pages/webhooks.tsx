/** @jsxImportSource hono/jsx */

import { findWebhooks, type WebhookRow } from '../../server/webhooks/webhook.js'
import type { Attempt } from '../../webhooks/deliver-message.js'
import { deliveryFailures } from '../../webhooks/delivery-failure.js'
import type { ConsoleContext } from '../console-context.js'
import { showPage } from '../layout.js'
import { Empty, Success } from '../message.js'
import { Time } from '../time.js'
import { type WebhookForm, WebhookSettingsForm } from '../webhook-form.js'

export const webhookPath = ({ webhook_id }: Pick<WebhookRow, 'webhook_id'>) => `/console/webhooks/${webhook_id}`

/** `GET /console/webhooks`: the webhooks with their health, and a form for a new one. */
export async function showWebhooks(c: ConsoleContext, form?: WebhookForm): Promise<Response> {
  const webhooks = await findWebhooks(c.env)
  return showPage(
    c,
    {
      title: 'Webhooks',
      lead: 'The platform informs your backend about events and rewards. It signs each message, and repeats it until your backend accepts it.',
      styles: ['tables.css', 'campaigns.css'],
      children: (
        <>
          {c.req.query('done') === 'deleted' && <Success>The webhook is deleted, with its messages.</Success>}
          {webhooks.length ? (
            <WebhookTable webhooks={webhooks} />
          ) : (
            <Empty>There are no webhooks. Create one below.</Empty>
          )}
          <WebhookSettingsForm
            session={c.var.session}
            action="/console/webhooks"
            title="New webhook"
            button="Create webhook"
            {...(form ?? { url: '', event_types: [] })}
          />
        </>
      ),
    },
    form ? 422 : 200,
  )
}

const WebhookTable = ({ webhooks }: { webhooks: WebhookRow[] }) => (
  <table>
    <thead>
      <tr>
        <th scope="col">URL</th>
        <th scope="col">Health</th>
        <th scope="col">Waiting</th>
        <th scope="col">Dead</th>
        <th scope="col">Last attempt</th>
      </tr>
    </thead>
    <tbody>
      {webhooks.map(webhook => (
        <tr>
          <th scope="row">
            <a href={webhookPath(webhook)}>{webhook.url}</a>
          </th>
          <td data-label="Health">
            <Health webhook={webhook} />
          </td>
          <td data-label="Waiting">{webhook.pending_messages}</td>
          <td data-label="Dead">{webhook.dead_messages}</td>
          <td data-label="Last attempt">
            <Time date={webhook.last_attempt && new Date(webhook.last_attempt.date)} otherwise="Never" />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)

/** Whether the receiver gets its messages. */
export function Health({ webhook: { enabled, last_attempt } }: { webhook: WebhookRow }) {
  if (!enabled) return <span class="badge earlier">Disabled</span>
  if (!last_attempt) return <span class="badge draft">Not used yet</span>
  return last_attempt.failure ? <span class="badge draft">Failing</span> : <span class="badge live">Working</span>
}

/** What became of an attempt. */
export const resultOf = ({ status, failure }: Attempt): string => {
  const answer = status === null ? '' : `Status ${status}. `
  return answer + (failure ? deliveryFailures[failure] : 'Delivered.')
}
