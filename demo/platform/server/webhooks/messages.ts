import { z } from 'zod'
import { validate } from '../../http/body.js'
import { pageOf } from '../../http/page-of.js'
import type { CallDocs } from '../../openapi/call-docs.js'
import { MESSAGE_JOB } from '../../webhooks/queue-messages.js'
import type { ServerContext } from '../server-call.js'
import {
  describeMessage,
  findMessages,
  type MessageRow,
  messageSchema,
  messageStates,
  replayDead,
  replayMessage,
  requireMessage,
  sendTest,
} from './message.js'
import { requireWebhook } from './webhook.js'

const DEFAULT_LIMIT = 100

const query = z.object({ ...pageOf(DEFAULT_LIMIT), state: z.enum(messageStates).optional() })

/** `GET /v6/webhooks/{webhook_id}/messages`: a page of the messages in a state, newest first. */
export async function listMessages(c: ServerContext): Promise<Response> {
  const filters = validate(query, c.req.query())
  return Response.json((await findMessages(c.env, await webhookIn(c), filters)).map(describeMessage))
}

/** `GET /v6/webhooks/{webhook_id}/messages/{message_id}` */
export async function showMessage(c: ServerContext): Promise<Response> {
  return messageResponse(await requireMessage(c.env, await webhookIn(c), messageIdIn(c)))
}

/** `POST /v6/webhooks/{webhook_id}/messages/{message_id}/replay`: delivers a message again. Throws `invalid_parameter`. */
export async function replayOne(c: ServerContext): Promise<Response> {
  const message = await replayMessage(c.env, await webhookIn(c), messageIdIn(c))
  c.env.queue.wake(MESSAGE_JOB)
  return messageResponse(message)
}

/** `POST /v6/webhooks/{webhook_id}/replay`: delivers all dead messages again. */
export async function replayAll(c: ServerContext): Promise<Response> {
  const replayed_messages = await replayDead(c.env, await webhookIn(c))
  c.env.queue.wake(MESSAGE_JOB)
  return Response.json({ replayed_messages })
}

/** `POST /v6/webhooks/{webhook_id}/test`: sends a test message. Throws `invalid_parameter`. */
export async function testWebhook(c: ServerContext): Promise<Response> {
  const message = await sendTest(c.env, await webhookIn(c))
  c.env.queue.wake(MESSAGE_JOB)
  return messageResponse(message)
}

/** The id of a webhook of the client, from the path. Throws `not_found`. */
const webhookIn = async (c: ServerContext) => (await requireWebhook(c.env, c.req.param('webhook_id')!)).webhook_id

const messageIdIn = (c: ServerContext) => c.req.param('message_id')!

const messageResponse = (message: MessageRow) => Response.json(describeMessage(message))

export const messageDocs = {
  list: {
    summary: 'List the messages of a webhook, newest first',
    description: 'Messages that are delivered or dead are kept for 30 days.',
    query,
    response: z.array(messageSchema),
    errors: ['not_found'],
  },
  show: { summary: 'Get a message with its attempts', response: messageSchema, errors: ['not_found'] },
  replay: {
    summary: 'Deliver a message again',
    description: 'It gets all attempts again, with the same id. If the webhook is disabled, it waits.',
    response: messageSchema,
    errors: ['not_found', 'invalid_parameter'],
  },
  replayAll: {
    summary: 'Deliver all dead messages of a webhook again',
    response: z.object({ replayed_messages: z.int() }),
    errors: ['not_found'],
  },
  test: {
    summary: 'Send a test message',
    description:
      'A message of type `webhook.test`, which every webhook receives. Its attempts show whether the receiver works.',
    response: messageSchema,
    errors: ['not_found', 'invalid_parameter'],
  },
} satisfies Record<string, CallDocs>
