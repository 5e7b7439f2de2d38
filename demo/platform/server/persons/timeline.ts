import { z } from 'zod'
import { MAX_ENTRIES, timelineOf } from '../../events/timeline.js'
import type { CallDocs } from '../../openapi/call-docs.js'
import { rewardStates } from '../../rewards/reward.js'
import type { ServerContext } from '../server-call.js'
import { personInPath } from './person.js'

const entry = z
  .object({
    kind: z.enum(['event', 'step', 'share', 'reward', 'click']),
    happened_date: z.iso.datetime(),
    name: z
      .string()
      .describe('The name of the event, step or reward, the channel of the share, or the code of the link.'),
    id: z
      .string()
      .nullable()
      .describe('The id of the event, the reward or the click: a call explains each. A step has the id of its event.'),
    state: z.enum(rewardStates).nullable().describe('The state that the reward has entered.'),
    detail: z
      .string()
      .nullable()
      .describe('The value of a step or reward, the recipients of a share, or the owner of a link.'),
    container: z.string().nullable().describe('The test container. Null in production.'),
  })
  .meta({ id: 'TimelineEntry' })

/** `GET /v5/persons/{person_id}/timeline`: what happened to a person, newest first. Throws `person_not_found`. */
export async function showTimeline(c: ServerContext): Promise<Response> {
  const { person_id } = await personInPath(c)
  const entries = await timelineOf(c.env, person_id)
  return Response.json(entries.map(({ kind, at, ...entry }) => ({ kind, happened_date: at, ...entry })))
}

export const timelineDocs = {
  summary: 'List what happened to a person',
  description: `Events, steps, shares, states of rewards, and clicks on share links: the newest ${MAX_ENTRIES}, newest first.`,
  response: z.array(entry),
  errors: ['person_not_found'],
} satisfies CallDocs
