import { z } from 'zod'
import { parseBody, validate } from '../../http/body.js'
import { pageOf } from '../../http/page-of.js'
import type { CallDocs } from '../../openapi/call-docs.js'
import { DELAYS_IN_WORDS } from '../../webhooks/deliver-message.js'
import { MESSAGE_JOB } from '../../webhooks/queue-messages.js'
import type { ServerContext } from '../server-call.js'
import { addWebhook, changeWebhook, removeWebhook, rotateSecret, webhookSettings } from './save-webhook.js'
import {
  describeWebhook,
  findWebhooks,
  requireWebhook,
  type WebhookRow,
  webhookSchema,
  webhookWithSecret,
} from './webhook.js'

const DEFAULT_LIMIT = 100

const query = z.object(pageOf(DEFAULT_LIMIT))

const example = { url: 'https://shop.example.com/webhooks', event_types: ['reward.earned', 'reward.fulfilled'] }
const newWebhook = {
  schema: webhookSettings
    .extend({ enabled: webhookSettings.shape.enabled.default(true) })
    .meta({ examples: [example] }),
}
const changes = { schema: webhookSettings.partial().meta({ examples: [{ event_types: ['reward.earned'] }] }) }

/** `GET /v6/webhooks`: a page of the webhooks, newest first. */
export async function listWebhooks(c: ServerContext): Promise<Response> {
  return Response.json((await findWebhooks(c.env, validate(query, c.req.query()))).map(describeWebhook))
}

/** `GET /v6/webhooks/{webhook_id}` */
export async function showWebhook(c: ServerContext): Promise<Response> {
  return Response.json(describeWebhook(await requireWebhook(c.env, idIn(c))))
}

/** `POST /v6/webhooks`: creates a webhook and returns it with its secret. Throws `invalid_parameter`. */
export async function createWebhook(c: ServerContext): Promise<Response> {
  return responseWithSecret(await addWebhook(c.env, await parseBody(c.req.raw, newWebhook)))
}

/** `PUT /v6/webhooks/{webhook_id}`: changes the given settings. Throws `invalid_parameter`. */
export async function updateWebhook(c: ServerContext): Promise<Response> {
  const { webhook_id } = await requireWebhook(c.env, idIn(c))
  const changed = await changeWebhook(c.env, webhook_id, await parseBody(c.req.raw, changes))
  c.env.queue.wake(MESSAGE_JOB)
  return Response.json(describeWebhook(changed))
}

/** `POST /v6/webhooks/{webhook_id}/rotate-secret`: returns the webhook with its new secret. */
export async function rotateWebhookSecret(c: ServerContext): Promise<Response> {
  return responseWithSecret(await rotateSecret(c.env, idIn(c)))
}

/** `DELETE /v6/webhooks/{webhook_id}`: returns the deleted webhook. */
export async function deleteWebhook(c: ServerContext): Promise<Response> {
  return Response.json(describeWebhook(await removeWebhook(c.env, idIn(c))))
}

const idIn = (c: ServerContext) => c.req.param('webhook_id')!

const responseWithSecret = (webhook: WebhookRow) =>
  Response.json({ ...describeWebhook(webhook), secret: webhook.secret } satisfies z.input<typeof webhookWithSecret>)

export const webhookDocs = {
  list: { summary: 'List webhooks, newest first', query, response: z.array(webhookSchema) },
  create: {
    summary: 'Create a webhook',
    description:
      'The platform posts a message to its URL for each change of the chosen types, signed as Standard Webhooks (https://www.standardwebhooks.com) says. ' +
      `A status of 2xx within 15 seconds is a success. Otherwise the platform tries again after ${DELAYS_IN_WORDS}. ` +
      'Then the message is dead, until you replay it. 410 disables the webhook. A message can arrive more than once, and messages can arrive in another order. ' +
      'The response is the only one with the secret.',
    body: newWebhook,
    response: webhookWithSecret,
    errors: ['invalid_parameter'],
  },
  show: { summary: 'Get a webhook', response: webhookSchema, errors: ['not_found'] },
  update: {
    summary: 'Update a webhook',
    description: 'Fields that are not in the body stay unchanged.',
    body: changes,
    response: webhookSchema,
    errors: ['not_found', 'invalid_parameter'],
  },
  rotate: {
    summary: 'Give a webhook a new secret',
    description: 'For 24 hours, each message has a signature by the new secret and one by the previous secret.',
    response: webhookWithSecret,
    errors: ['not_found'],
  },
  delete: {
    summary: 'Delete a webhook and return it',
    description: 'Its messages are deleted, also those that wait.',
    response: webhookSchema,
    errors: ['not_found'],
  },
} satisfies Record<string, CallDocs>
