import { RestError } from '../../http/rest-error.js'
import { replayDead, replayMessage, sendTest } from '../../server/webhooks/message.js'
import {
  addIfNew,
  changeWebhook,
  removeWebhook,
  rotateIfUnchanged,
  saveIfUnchanged,
} from '../../server/webhooks/save-webhook.js'
import type { WebhookRow } from '../../server/webhooks/webhook.js'
import { MESSAGE_JOB } from '../../webhooks/queue-messages.js'
import type { ConsoleContext } from '../console-context.js'
import { messagePath, showWebhook, webhookInPath } from '../pages/webhook.js'
import { showWebhookMessage } from '../pages/webhook-message.js'
import { showWebhooks, webhookPath } from '../pages/webhooks.js'
import { settingsIn, typedWebhook } from '../webhook-form.js'

/** `POST /console/webhooks`: creates a webhook and shows its secret, this one time. A form that is sent again creates nothing. */
export async function createWebhook(c: ConsoleContext): Promise<Response> {
  const form = typedWebhook(c.var.fields)
  const settings = settingsIn(form)
  if (typeof settings === 'string') return showWebhooks(c, { ...form, error: settings })
  const created = await orMessage(() => addIfNew(c.env, { ...settings, enabled: true }))
  if (typeof created === 'string') return showWebhooks(c, { ...form, error: created })
  if (created) return showWebhook(c, { webhook: created, secret: created.secret })
  return showWebhooks(c, { ...form, error: 'There is a webhook with this URL and these types already.' })
}

/** `POST /console/webhooks/{webhook_id}`: saves the settings. Shows the form again if somebody else has changed them since it was opened. */
export async function saveWebhook(c: ConsoleContext): Promise<Response> {
  const webhook = await webhookInPath(c)
  const form = typedWebhook(c.var.fields)
  const settings = settingsIn(form)
  if (typeof settings === 'string') return showWebhook(c, { webhook, form: { ...form, error: settings } })
  const saved = await orMessage(() => saveIfUnchanged(c.env, webhook.webhook_id, form.tag ?? '', settings))
  if (typeof saved === 'string') return showWebhook(c, { webhook, form: { ...form, error: saved } })
  if (!saved) return showWebhook(c, { webhook: await webhookInPath(c), form, isOutdated: true })
  return done(c, webhook, 'saved')
}

/** `POST /console/webhooks/{webhook_id}/enable` */
export async function enableWebhook(c: ConsoleContext): Promise<Response> {
  const webhook = await webhookInPath(c)
  await changeWebhook(c.env, webhook.webhook_id, { enabled: true })
  c.env.queue.wake(MESSAGE_JOB)
  return done(c, webhook, 'enabled')
}

/** `POST /console/webhooks/{webhook_id}/disable` */
export async function disableWebhook(c: ConsoleContext): Promise<Response> {
  const webhook = await webhookInPath(c)
  await changeWebhook(c.env, webhook.webhook_id, { enabled: false })
  return done(c, webhook, 'disabled')
}

/** `POST /console/webhooks/{webhook_id}/rotate-secret`: shows the new secret, this one time. A form that is sent again changes nothing. */
export async function rotateWebhookSecret(c: ConsoleContext): Promise<Response> {
  const webhook = await webhookInPath(c)
  const rotated = await rotateIfUnchanged(c.env, webhook.webhook_id, c.var.fields.tag ?? '')
  if (rotated) return showWebhook(c, { webhook: rotated, secret: rotated.secret })
  const error = 'The secret was rotated since you opened the question. To see a new one, rotate it again.'
  return showWebhook(c, { webhook, error })
}

/** `POST /console/webhooks/{webhook_id}/delete` */
export async function deleteWebhook(c: ConsoleContext): Promise<Response> {
  await removeWebhook(c.env, (await webhookInPath(c)).webhook_id)
  return c.redirect('/console/webhooks?done=deleted', 303)
}

/** `POST /console/webhooks/{webhook_id}/test`: sends a test message and shows it. */
export async function testWebhook(c: ConsoleContext): Promise<Response> {
  const webhook = await webhookInPath(c)
  const message = await orMessage(() => sendTest(c.env, webhook.webhook_id))
  if (typeof message === 'string') return showWebhook(c, { webhook, error: message })
  c.env.queue.wake(MESSAGE_JOB)
  return c.redirect(`${messagePath(message)}?done=sent`, 303)
}

/** `POST /console/webhooks/{webhook_id}/replay`: delivers the dead messages again. */
export async function replayAll(c: ConsoleContext): Promise<Response> {
  const webhook = await webhookInPath(c)
  await replayDead(c.env, webhook.webhook_id)
  c.env.queue.wake(MESSAGE_JOB)
  return done(c, webhook, 'replayed')
}

/** `POST /console/webhooks/{webhook_id}/messages/{message_id}/replay` */
export async function replayOne(c: ConsoleContext): Promise<Response> {
  const { webhook_id } = await webhookInPath(c)
  const replayed = await orMessage(() => replayMessage(c.env, webhook_id, c.req.param('message_id')!))
  if (typeof replayed === 'string') return showWebhookMessage(c, replayed)
  c.env.queue.wake(MESSAGE_JOB)
  return c.redirect(`${messagePath(replayed)}?done=replayed`, 303)
}

const done = (c: ConsoleContext, webhook: WebhookRow, what: string) =>
  c.redirect(`${webhookPath(webhook)}?done=${what}`, 303)

/** What a change returns, or a sentence about what is wrong with it. */
async function orMessage<T>(change: () => Promise<T>): Promise<T | string> {
  try {
    return await change()
  } catch (error) {
    if (error instanceof RestError && error.code === 'invalid_parameter') return `${error.message}.`
    throw error
  }
}
