import { z } from 'zod'
import { type BodyShape, parseBody } from '../../http/body.js'
import { lockPerson } from '../../identity/person.js'
import type { CallDocs } from '../../openapi/call-docs.js'
import type { ServerContext } from '../server-call.js'
import { personInPath } from './person.js'

const types = z.enum(['EVENTS', 'REWARDS', 'NONE'])

const record = z.object({ type: types, reason: z.string().nullable() })

const body = {
  schema: z
    .object({ type: types, reason: z.string().max(500).optional() })
    .meta({ examples: [{ type: 'REWARDS', reason: 'Referred themselves' }] }),
} satisfies BodyShape

/** `GET /v5/persons/{person_id}/block`: the block of the person and its reason (specification 2.3). */
export async function showBlock(c: ServerContext): Promise<Response> {
  const { blocked, block_reason } = await personInPath(c)
  return Response.json({ type: blocked, reason: block_reason })
}

/**
 * `PUT /v5/persons/{person_id}/block`: `EVENTS` rejects the person's events, `REWARDS` stops the fulfillment of rewards, `NONE`
 * ends the block.
 */
export async function updateBlock(c: ServerContext): Promise<Response> {
  const found = await personInPath(c)
  const { type, reason = null } = await parseBody(c.req.raw, body)
  await c.env.db.transaction(async db => {
    const { person_id } = await lockPerson({ ...c.env, db }, found.person_id)
    await db.query('update persons set blocked = $2, block_reason = $3 where person_id = $1', [person_id, type, reason])
  })
  return Response.json({ type, reason })
}

export const blockDocs = {
  show: { summary: 'Get the block of a person', response: record, errors: ['person_not_found'] },
  update: {
    summary: 'Block or unblock a person',
    description:
      '`EVENTS` rejects the person’s events. `REWARDS` stops the fulfillment of their rewards. `NONE` ends the block.',
    body,
    response: record,
    errors: ['person_not_found'],
  },
} satisfies Record<string, CallDocs>
