/** @jsxImportSource hono/jsx */
import { type MessageRow, requireMessage } from '../../server/webhooks/message.js'
import type { Attempt } from '../../webhooks/deliver-message.js'
import type { ConsoleContext } from '../console-context.js'
import { showPage } from '../layout.js'
import { Empty, Failure, Success } from '../message.js'
import { Time } from '../time.js'
import { Button, messagePath, stateLabels, webhookInPath } from './webhook.js'
import { resultOf, webhookPath } from './webhooks.js'

const messages: Record<string, string> = {
  sent: 'The test message is on its way. Reload the page to see the answer.',
  replayed: 'The message is on its way again. Reload the page to see the answer.',
}

/** `GET /console/webhooks/{webhook_id}/messages/{message_id}`: a message with its attempts. */
export async function showWebhookMessage(c: ConsoleContext, error?: string): Promise<Response> {
  const webhook = await webhookInPath(c)
  const message = await requireMessage(c.env, webhook.webhook_id, c.req.param('message_id')!)
  const done = messages[c.req.query('done') ?? '']
  return showPage(
    c,
    {
      title: message.type,
      styles: ['tables.css', 'campaigns.css'],
      lead: (
        <>
          {stateLabels[message.state]}. To <a href={webhookPath(webhook)}>{webhook.url}</a>, with the id{' '}
          <code>{message.message_id}</code>.
        </>
      ),
      children: (
        <>
          {done && !error && message.state === 'PENDING' && <Success>{done}</Success>}
          {error && <Failure>{error}</Failure>}
          <h2>Attempts</h2>
          {message.attempts.length ? (
            <AttemptTable attempts={message.attempts} />
          ) : (
            <Empty>The message was not sent yet.</Empty>
          )}
          <Next message={message} isEnabled={webhook.enabled} />
          {message.state !== 'PENDING' && (
            <div class="actions">
              <Button session={c.var.session} action={`${messagePath(message)}/replay`} label="Replay" />
            </div>
          )}
          <h2>Payload</h2>
          <code class="secret">{JSON.stringify(message.payload, null, 2)}</code>
        </>
      ),
    },
    error ? 422 : 200,
  )
}

function Next({ message: { state, next_attempt_at }, isEnabled }: { message: MessageRow; isEnabled: boolean }) {
  if (state !== 'PENDING') return null
  if (!isEnabled) return <p>The next attempt follows when the webhook is enabled.</p>
  return (
    <p>
      Next attempt: <Time date={next_attempt_at} otherwise="" />.
    </p>
  )
}

const AttemptTable = ({ attempts }: { attempts: Attempt[] }) => (
  <table>
    <thead>
      <tr>
        <th scope="col">Time</th>
        <th scope="col">Answer</th>
      </tr>
    </thead>
    <tbody>
      {attempts.map(attempt => (
        <tr>
          <th scope="row">
            <Time date={new Date(attempt.date)} otherwise="" />
          </th>
          <td data-label="Answer">{resultOf(attempt)}</td>
        </tr>
      ))}
    </tbody>
  </table>
)
