import { z } from 'zod'
import { liveRules } from '../../campaign/live-program.js'
import { partnerIdsIn } from '../../events/partner-ids.js'
import { describeStep, findSteps, type StepRow, step } from '../../events/step.js'
import { validate } from '../../http/body.js'
import { limitOf } from '../../http/page-of.js'
import { inTimeZone } from '../../identity/account-time.js'
import type { CallDocs } from '../../openapi/call-docs.js'
import { clientOf } from '../client.js'
import type { ServerContext } from '../server-call.js'
import { personInPath } from './person.js'

/** The maximum number of steps in the older call, which has no pages (specification 8). */
const MAX_UNPAGED = 1000

const stepFilters = z.object({
  campaign_id: z.string().optional(),
  program_label: z.string().optional(),
  step_name: z.string().optional(),
  quality: z.enum(['HIGH', 'LOW', 'NONE']).optional(),
})

const pagedFilters = stepFilters.extend({
  limit: limitOf(20),
  offset: z.coerce.number().int().min(0).default(0),
})

/** `GET /v2/persons/{person_id}/steps`: without pages, with only `event_date`, in the account's time zone (specification 8). */
export async function listUnpagedSteps(c: ServerContext): Promise<Response> {
  const { person_id } = await personInPath(c)
  const rows = await findSteps(c.env, person_id, validate(stepFilters, c.req.query()), { limit: MAX_UNPAGED })
  const { time_zone } = await clientOf(c)
  return Response.json(
    (await describe(c, rows)).map(each => ({ ...each, event_date: inTimeZone(each.event_date, time_zone) })),
  )
}

/** `GET /v5/persons/{person_id}/steps`: in pages of 20, with `created_date` (specification 8). */
export async function listSteps(c: ServerContext): Promise<Response> {
  const { person_id } = await personInPath(c)
  const { limit, offset, ...filters } = validate(pagedFilters, c.req.query())
  const rows = await findSteps(c.env, person_id, filters, { limit, offset })
  const described = await describe(c, rows)
  return Response.json(described.map((each, index) => ({ ...each, created_date: rows[index]!.created_at })))
}

/** A step with its date in the account's time zone. */
const stepInZone = step.extend({ event_date: z.iso.datetime({ offset: true }) })

export const stepDocs = {
  v2: {
    summary: 'List a person’s steps without pages',
    description: `Lists at most the newest ${MAX_UNPAGED} steps. Times are in the account’s time zone.`,
    query: stepFilters,
    response: z.array(stepInZone),
    errors: ['person_not_found'],
  },
  v5: {
    summary: 'List a person’s steps',
    query: pagedFilters,
    response: z.array(stepInZone.extend({ created_date: z.iso.datetime() })),
    errors: ['person_not_found'],
  },
} satisfies Record<string, CallDocs>

async function describe({ env }: ServerContext, rows: StepRow[]) {
  const { partner_keys } = await liveRules(env)
  return rows.map(row => describeStep(row, partnerIdsIn(row.data, partner_keys)[0]))
}
