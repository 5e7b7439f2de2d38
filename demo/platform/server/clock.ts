import { z } from 'zod'
import { type DueWork, findDue } from '../clock/due.js'
import { describeHappened } from '../clock/happened.js'
import { FORWARD } from '../clock/how-far.js'
import { type Move, moveClock, refusalToMove } from '../clock/move-clock.js'
import { parseBody } from '../http/body.js'
import { RestError } from '../http/rest-error.js'
import { isoTime, readTime, TIME_FORMAT } from '../identity/account-time.js'
import type { CallDocs } from '../openapi/call-docs.js'
import type { ServerContext } from './server-call.js'

/** More does not help to see what comes next. */
const MAX_DUE = 10

const time = z.iso.datetime()

const due = z
  .object({
    at: time,
    kind: z.string(),
    title: z.string().describe('The work in words.'),
    id: z.string().describe('What the work is about, such as the id of a reward.'),
    subject: z.string().nullable().describe('What the work is about, in words.'),
  })
  .meta({ id: 'DueWork' })

const count = z.int()

const clock = z
  .object({
    now: time.describe('The time of the platform.'),
    can_move: z.boolean().describe('Whether the clock can be moved: only that of a platform with the demo data can.'),
    due: z.array(due).describe(`What is due next for the client of the token, at most ${MAX_DUE}.`),
  })
  .meta({ id: 'Clock' })

const movedClock = clock
  .extend({
    from: time,
    until: time.describe('Where the clock should go.'),
    is_complete: z
      .boolean()
      .describe(
        'Whether the clock is there. If not, move it again until the same time: one call takes a few seconds at most.',
      ),
    happened: z
      .object({
        rewards_fulfilled: count,
        rewards_expired: count,
        webhook_messages: count.describe('Messages that a receiver has accepted.'),
        failed_deliveries: count.describe('Attempts to deliver a message that have failed.'),
        reports: count.describe('Scheduled reports.'),
        failed_jobs: count.describe('Jobs whose last attempt has failed.'),
      })
      .describe('What has happened for the client of the token.'),
    summary: z.string().describe('The same in words.'),
  })
  .meta({ id: 'MovedClock' })

const moveBody = {
  schema: z
    .strictObject({
      forward: z
        .string()
        .regex(FORWARD, 'Expected a number of minutes, hours, days or weeks, such as 30d, or next')
        .optional()
        .describe(
          'How far: minutes, hours, days or weeks, such as `90m`, `12h`, `30d` and `2w`. `next` is the next time at which something is due.',
        ),
      until: isoTime.optional().describe(`The time to go to, instead of \`forward\`. ${TIME_FORMAT}`),
    })
    .meta({ examples: [{ forward: '1h' }] }),
}

/** `GET /v2/clock`: the time of the platform, and what is due next. */
export const showClock = async (c: ServerContext): Promise<Response> => Response.json(await clockOf(c))

/** `POST /v2/clock`: moves the clock forward. What is due happens in its order. */
export async function moveForward(c: ServerContext): Promise<Response> {
  const given = await parseBody(c.req.raw, moveBody)
  const moved = await moveClock(c.env, await moveIn(c, given))
  return Response.json({ ...(await clockOf(c)), ...moved, summary: describeHappened(moved.happened) })
}

async function moveIn(c: ServerContext, { forward, until }: z.infer<typeof moveBody.schema>): Promise<Move> {
  if (forward !== undefined && until === undefined) return { forward }
  if (forward === undefined && until !== undefined) return { until: await readTime(c.env, until) }
  throw new RestError('invalid_parameter', 'Expected either forward or until', { parameters: { name: 'forward' } })
}

async function clockOf({ env }: ServerContext): Promise<{ now: Date; can_move: boolean; due: DueWork[] }> {
  const now = new Date(env.settings.now())
  return { now, can_move: refusalToMove(env) === undefined, due: await findDue(env, env.queue.kinds, MAX_DUE) }
}

export const clockDocs = {
  show: { summary: 'Get the time of the platform, and what is due next', response: clock },
  move: {
    summary: 'Move the clock of the platform forward',
    description:
      'Moves the clock from one due time to the next, so that everything that is due happens in its order: rewards are fulfilled and expire, webhook messages and scheduled reports go out, tokens expire. It moves for all clients of the platform, and stays where it is after a restart. It only goes forward. Only a platform with the demo data has a clock that can be moved.',
    body: moveBody,
    response: movedClock,
    errors: ['access_denied'],
  },
} satisfies Record<string, CallDocs>
