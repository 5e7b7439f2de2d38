import { z } from 'zod'
import { type BodyShape, parseBody } from '../../http/body.js'
import { blockTypes, changeBlocks, isBlocked } from '../../identity/block.js'
import { lockPerson } from '../../identity/person.js'
import type { CallDocs } from '../../openapi/call-docs.js'
import { scheduleFulfillment } from '../../rewards/fulfillment-job.js'
import type { ServerContext } from '../server-call.js'
import { personInPath } from './person.js'

const types = z.enum([...blockTypes, 'NONE'])

const record = z.object({ type: types, reason: z.string().nullable() })

const body = {
  schema: z
    .strictObject({ type: types, reason: z.string().max(500).optional() })
    .meta({ examples: [{ type: 'REWARDS', reason: 'Referred themselves' }] }),
} satisfies BodyShape

/** `GET /v5/persons/{person_id}/block`: the block for events, else that for rewards, and its reason (specification 2.3). */
export async function showBlock(c: ServerContext): Promise<Response> {
  const person = await personInPath(c)
  const type = blockTypes.find(each => isBlocked(person, each)) ?? 'NONE'
  return Response.json({ type, reason: person.blocks[type] ?? null })
}

/**
 * `PUT /v5/persons/{person_id}/block`: `EVENTS` and `REWARDS` each add a block with its reason, also beside the other one. `NONE` ends both.
 */
export async function updateBlock(c: ServerContext): Promise<Response> {
  const found = await personInPath(c)
  const { type, reason = null } = await parseBody(c.req.raw, body)
  await c.env.db.transaction(async db => {
    const person = await lockPerson({ ...c.env, db }, found.person_id)
    await db.query('update persons set blocks = $2 where person_id = $1', [
      person.person_id,
      changeBlocks(person, type, reason),
    ])
    if (type === 'NONE') await scheduleFulfillment({ ...c.env, db }, { personId: person.person_id })
  })
  return Response.json({ type, reason })
}

export const blockDocs = {
  show: {
    summary: 'Get the block of a person',
    description: 'If both blocks stand, the response is the one for `EVENTS`.',
    response: record,
    errors: ['person_not_found'],
  },
  update: {
    summary: 'Block or unblock a person',
    description:
      '`EVENTS` rejects the person’s events; the person refers nobody anew, and what they have earned is fulfilled. `REWARDS` stops the fulfillment of their rewards. Both blocks can stand side by side. `NONE` ends both.',
    body,
    response: record,
    errors: ['person_not_found'],
  },
} satisfies Record<string, CallDocs>
