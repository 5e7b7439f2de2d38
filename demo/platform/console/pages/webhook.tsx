/** @jsxImportSource hono/jsx */
import { findMessages, type MessageRow, type MessageState, messageStates } from '../../server/webhooks/message.js'
import { secretTag, settingsTag } from '../../server/webhooks/save-webhook.js'
import { requireWebhook, type WebhookRow } from '../../server/webhooks/webhook.js'
import { MAX_FAILING_IN_WORDS } from '../../webhooks/deliver-message.js'
import { showConfirmation } from '../confirm.js'
import type { ConsoleContext } from '../console-context.js'
import { Csrf, showPage } from '../layout.js'
import { ChangedMeanwhile, Empty, Failure, Success } from '../message.js'
import type { Session } from '../session.js'
import { Time } from '../time.js'
import { type WebhookForm, WebhookSettingsForm } from '../webhook-form.js'
import { Health, resultOf, webhookPath } from './webhooks.js'

/** More messages make no readable page. The API lists the others. */
const MAX_LINES = 100

export const stateLabels: Record<MessageState, string> = { PENDING: 'Waiting', DELIVERED: 'Delivered', DEAD: 'Dead' }

const messages: Record<string, string> = {
  saved: 'The webhook is saved.',
  enabled: 'The webhook is enabled. Messages that wait are delivered now.',
  disabled: 'The webhook is disabled. It gets no messages.',
  replayed: 'The dead messages are delivered again. Reload the page to see the answers.',
}

interface WebhookPage {
  webhook: WebhookRow
  /** What was typed, and what is wrong with it. */
  form?: WebhookForm
  /** Whether somebody else has changed the settings since the form was opened. */
  isOutdated?: boolean
  /** A new secret. */
  secret?: string
  error?: string
}

/** `GET /console/webhooks/{webhook_id}?state=`: a webhook with its messages in a state, newest first. */
export async function showWebhook(c: ConsoleContext, page?: WebhookPage): Promise<Response> {
  const { webhook, form, isOutdated, secret, error } = page ?? { webhook: await webhookInPath(c) }
  const stored = { url: webhook.url, event_types: webhook.event_types, tag: settingsTag(webhook) }
  const state = messageStates.find(each => each === c.req.query('state'))
  const lines = await findMessages(c.env, webhook.webhook_id, { state, limit: MAX_LINES })
  const message = messages[c.req.query('done') ?? '']
  const { session } = c.var
  const action = webhookPath(webhook)
  return showPage(
    c,
    {
      title: new URL(webhook.url).host,
      lead: <code>{webhook.url}</code>,
      styles: ['tables.css', 'campaigns.css'],
      children: (
        <>
          {message && !form && !error && <Success>{message}</Success>}
          {error && <Failure>{error}</Failure>}
          {secret && <NewSecret secret={secret} />}
          <Status webhook={webhook} session={session} />
          <h2 id="messages">Messages</h2>
          <StateTabs webhook={webhook} state={state} />
          {state === 'DEAD' && lines.length > 0 && <ReplayAll webhook={webhook} session={session} />}
          {lines.length ? <MessageTable lines={lines} /> : <Empty>{emptyText(state)}</Empty>}
          {lines.length === MAX_LINES && <p class="hint">These are the newest {MAX_LINES}.</p>}
          {isOutdated && (
            <ChangedMeanwhile>
              <code>{webhook.url}</code> for {webhook.event_types.join(', ')}
            </ChangedMeanwhile>
          )}
          <WebhookSettingsForm
            session={session}
            action={action}
            title="Settings"
            button="Save"
            {...(form ?? stored)}
            {...(isOutdated && { tag: stored.tag })}
          />
          <p class="actions">
            <a href={`${action}/rotate-secret`}>Rotate the secret</a>
            <a href={`${action}/delete`}>Delete the webhook</a>
            <a href="/console/webhooks">All webhooks</a>
          </p>
        </>
      ),
    },
    isOutdated ? 409 : form || error ? 422 : 200,
  )
}

/** `GET /console/webhooks/{webhook_id}/rotate-secret` */
export async function confirmRotation(c: ConsoleContext): Promise<Response> {
  const webhook = await webhookInPath(c)
  return showConfirmation(c, {
    title: `Rotate the secret of ${webhook.url}?`,
    children: (
      <p>
        You see the new secret next. For 24 hours, messages are signed with both secrets. A secret that was rotated out
        before becomes invalid at once.
      </p>
    ),
    action: 'Rotate the secret',
    back: webhookPath(webhook),
    fields: { tag: secretTag(webhook) },
  })
}

/** `GET /console/webhooks/{webhook_id}/delete` */
export async function confirmDeletion(c: ConsoleContext): Promise<Response> {
  const webhook = await webhookInPath(c)
  return showConfirmation(c, {
    title: `Delete ${webhook.url}?`,
    children: <p>Its messages are deleted, also those that wait. This cannot be undone.</p>,
    action: 'Delete the webhook',
    back: webhookPath(webhook),
  })
}

/** The webhook in the path. Throws `not_found`. */
export const webhookInPath = (c: ConsoleContext) => requireWebhook(c.env, c.req.param('webhook_id')!)

const NewSecret = ({ secret }: { secret: string }) => (
  <section class="sheet" aria-labelledby="secret">
    <h2 id="secret">Secret</h2>
    <Success>Copy the secret now. It is not shown again. Your backend verifies the signatures with it.</Success>
    <code class="secret">{secret}</code>
  </section>
)

const Status = ({ webhook, session }: { webhook: WebhookRow; session: Session }) => (
  <section class="sheet" aria-labelledby="status">
    <h2 id="status">Status</h2>
    <p>
      <Health webhook={webhook} /> {statusText(webhook)}
    </p>
    {webhook.last_attempt && (
      <p>
        Last attempt, <Time date={new Date(webhook.last_attempt.date)} otherwise="" />: {resultOf(webhook.last_attempt)}
      </p>
    )}
    {webhook.previous_secret_expires_at && (
      <p>
        The previous secret signs, too, until <Time date={webhook.previous_secret_expires_at} otherwise="" />.
      </p>
    )}
    <div class="actions">
      {webhook.enabled && (
        <Button session={session} action={`${webhookPath(webhook)}/test`} label="Send a test message" />
      )}
      <Button
        session={session}
        action={`${webhookPath(webhook)}/${webhook.enabled ? 'disable' : 'enable'}`}
        label={webhook.enabled ? 'Disable' : 'Enable'}
      />
    </div>
  </section>
)

function statusText({ enabled, is_gone, failing_since, pending_messages, dead_messages }: WebhookRow): string {
  const counts = `${pending_messages} waiting and ${dead_messages} dead messages.`
  if (is_gone) return `The receiver has answered with 410. ${counts}`
  if (!enabled && failing_since) return `It was disabled because it failed for ${MAX_FAILING_IN_WORDS}. ${counts}`
  return enabled ? counts : `It gets no messages. ${counts}`
}

/** A form with only a button. */
export const Button = ({ session, action, label }: { session: Session; action: string; label: string }) => (
  <form method="post" action={action}>
    <Csrf session={session} />
    <button>{label}</button>
  </form>
)

const StateTabs = ({ webhook, state }: { webhook: WebhookRow; state: MessageState | undefined }) => (
  <nav class="tabs" aria-label="State">
    <ul>
      {[undefined, ...messageStates].map(each => (
        <li>
          <a
            href={webhookPath(webhook) + (each ? `?state=${each}#messages` : '#messages')}
            aria-current={each === state ? 'page' : undefined}
          >
            {each ? stateLabels[each] : 'All'}
            {each === 'PENDING' && ` (${webhook.pending_messages})`}
            {each === 'DEAD' && ` (${webhook.dead_messages})`}
          </a>
        </li>
      ))}
    </ul>
  </nav>
)

const ReplayAll = ({ webhook, session }: { webhook: WebhookRow; session: Session }) => (
  <div class="actions">
    <Button session={session} action={`${webhookPath(webhook)}/replay`} label="Replay all dead messages" />
  </div>
)

const emptyText = (state: MessageState | undefined) =>
  state ? 'No message is in this state.' : 'There are no messages yet. Send a test message to try the receiver.'

const MessageTable = ({ lines }: { lines: MessageRow[] }) => (
  <table class="words">
    <thead>
      <tr>
        <th scope="col">Message</th>
        <th scope="col">Queued</th>
        <th scope="col">State</th>
        <th scope="col">Attempts</th>
        <th scope="col">Last answer</th>
      </tr>
    </thead>
    <tbody>
      {lines.map(line => (
        <tr>
          <th scope="row">
            <a href={messagePath(line)}>{line.type}</a>
          </th>
          <td data-label="Queued">
            <Time date={line.created_at} otherwise="" />
          </td>
          <td data-label="State">{stateLabels[line.state]}</td>
          <td data-label="Attempts">{line.attempts.length}</td>
          <td data-label="Last answer">{lastResult(line)}</td>
        </tr>
      ))}
    </tbody>
  </table>
)

export const messagePath = ({ webhook_id, message_id }: Pick<MessageRow, 'webhook_id' | 'message_id'>) =>
  `/console/webhooks/${webhook_id}/messages/${message_id}`

function lastResult({ attempts }: MessageRow): string {
  const last = attempts.at(-1)
  return last ? resultOf(last) : 'None yet'
}
