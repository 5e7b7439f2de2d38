import { z } from 'zod'
import type { Domain } from '../../domain.js'
import { type BodyShape, parseBody, validate } from '../../http/body.js'
import { listOf } from '../../http/list-of.js'
import { RestError } from '../../http/rest-error.js'
import { removeDeadJobs } from '../../jobs/dead-jobs.js'
import type { CallDocs } from '../../openapi/call-docs.js'
import { hashOf, newId } from '../../store/id.js'
import { fileTags } from '../files/file.js'
import type { ServerContext } from '../server-call.js'
import { findServers } from '../sftp-servers/sftp-server.js'
import { describeRunner, type RunnerRow, requireRunner, runnerSchema } from './report-runner.js'
import { reportTypes } from './report-types.js'
import { nextRun, REPORT_JOB, type Schedule, scheduleInRequest, scheduleRun } from './schedule.js'

const tagList = (which: string) =>
  listOf(z.string(), {
    description: `One or more tags, separated by commas. A runner must have ${which} of them`,
    examples: ['daily'],
  }).optional()

const query = z.object({ having_all_tags: tagList('all'), having_any_tags: tagList('any') })

const settings = z.strictObject({
  name: z.string().min(1).max(200),
  report_type: z.enum(reportTypes).describe('What the rows of the report are.'),
  tags: fileTags,
  sftp_server_id: z.string().nullable().describe('Where each report is delivered. Null: nowhere.'),
  schedule: scheduleInRequest.nullable().describe('When the report runs by itself. Null: only when you ask for it.'),
})

const newRunner = {
  schema: settings.partial({ tags: true, sftp_server_id: true, schedule: true }).meta({
    examples: [
      {
        name: 'Rewards of the week',
        report_type: 'REWARDS',
        tags: ['weekly'],
        schedule: { cron: '30 6 * * 1', time_zone: 'America/New_York' },
      },
    ],
  }),
} satisfies BodyShape

const changes = {
  schema: settings.partial().meta({ examples: [{ name: 'Rewards of the month' }] }),
} satisfies BodyShape

/** `GET /v7/report-runners`: all runners, newest first. Their `tags` read empty (specification 8). */
export async function listRunners(c: ServerContext): Promise<Response> {
  const given = c.req.queries.bind(c.req)
  const { having_all_tags, having_any_tags } = validate(query, {
    having_all_tags: given('having_all_tags')?.join(),
    having_any_tags: given('having_any_tags')?.join(),
  })
  const runners = await c.env.db.query<RunnerRow>(
    `select * from report_runners
     where client_id = $1 and ($2::text[] is null or tags @> $2) and ($3::text[] is null or tags && $3)
     order by position desc`,
    [c.env.clientId, having_all_tags ?? null, having_any_tags ?? null],
  )
  return Response.json(runners.map(runner => ({ ...describeRunner(runner), tags: [] })))
}

/** `GET /v7/report-runners/{report_runner_id}` */
export const showRunner = async (c: ServerContext): Promise<Response> => runnerResponse(await runnerInPath(c))

/** `POST /v7/report-runners`: adds a runner. Throws `invalid_parameter`. */
export async function createRunner(c: ServerContext): Promise<Response> {
  const { name, report_type, tags = [], sftp_server_id = null, schedule } = await parseBody(c.req.raw, newRunner)
  await checkServer(c, sftp_server_id)
  const scheduled = await withTimeZone(c.env, schedule ?? null)
  const { clientId, settings } = c.env
  const runner = await c.env.db.transaction(async db => {
    const [added] = await db.query<RunnerRow>(
      `insert into report_runners
         (report_runner_id, client_id, name, report_type, tags, sftp_server_id, created_at, updated_at, schedule, next_run_at)
       values ($1, $2, $3, $4, $5, $6, $7, $7, $8::json, $9) returning *`,
      [
        ...[newId(), clientId, name, report_type, tags, sftp_server_id, new Date(settings.now())],
        ...scheduleColumns(c.env, scheduled),
      ],
    )
    if (added!.next_run_at) await scheduleRun({ ...c.env, db }, added!.report_runner_id, added!.next_run_at)
    return added!
  })
  return runnerResponse(runner)
}

/** `PUT /v7/report-runners/{report_runner_id}`: changes the given settings. Throws `invalid_parameter`. */
export async function updateRunner(c: ServerContext): Promise<Response> {
  const { report_runner_id: id } = await runnerInPath(c)
  const { name, report_type, tags, sftp_server_id, schedule } = await parseBody(c.req.raw, changes)
  await checkServer(c, sftp_server_id ?? null)
  const { db, settings } = c.env
  await db.query(
    `update report_runners set name = coalesce($2, name), report_type = coalesce($3, report_type),
       tags = coalesce($4, tags), sftp_server_id = case when $5 then $6 else sftp_server_id end, updated_at = $7
     where report_runner_id = $1`,
    [
      ...[id, name ?? null, report_type ?? null, tags ?? null, sftp_server_id !== undefined, sftp_server_id ?? null],
      new Date(settings.now()),
    ],
  )
  if (schedule !== undefined) await changeSchedule(c.env, id, schedule)
  return runnerResponse(await runnerInPath(c))
}

/** Null: the report runs only when somebody asks for it. */
type GivenSchedule = z.output<typeof scheduleInRequest> | null

/** Changes the schedule of a runner. The next run follows from now. */
async function changeSchedule(domain: Domain, runnerId: string, schedule: GivenSchedule): Promise<void> {
  const columns = scheduleColumns(domain, await withTimeZone(domain, schedule))
  await domain.db.transaction(async db => {
    const [changed] = await db.query<Pick<RunnerRow, 'next_run_at'>>(
      `update report_runners set schedule = $2::json, next_run_at = $3, updated_at = $4
       where report_runner_id = $1 returning next_run_at`,
      [runnerId, ...columns, new Date(domain.settings.now())],
    )
    if (changed?.next_run_at) await scheduleRun({ ...domain, db }, runnerId, changed.next_run_at)
  })
}

/** Stands for the schedule that a form shows. */
export const scheduleTag = ({ schedule }: Pick<RunnerRow, 'schedule'>): string =>
  hashOf(JSON.stringify(schedule && [schedule.cron, schedule.time_zone, schedule.missed_runs, schedule.rows]))

/**
 * Saves the schedule of a form that was opened with that of `tag`. False: somebody has changed it meanwhile, and nothing is saved. Throws
 * `not_found`.
 */
export const saveScheduleIfUnchanged = (
  domain: Domain,
  runnerId: string,
  tag: string,
  schedule: GivenSchedule,
): Promise<boolean> =>
  domain.db.transaction(async db => {
    const within = { ...domain, db }
    await db.query('select 1 from report_runners where report_runner_id = $1 for no key update', [runnerId])
    const isUnchanged = scheduleTag(await requireRunner(within, runnerId)) === tag
    if (isUnchanged) await changeSchedule(within, runnerId, schedule)
    return isUnchanged
  })

/** A schedule without a time zone is in that of the account. */
async function withTimeZone({ db, clientId }: Domain, schedule: GivenSchedule): Promise<Schedule | null> {
  if (!schedule) return null
  const [client] = await db.query<{ time_zone: string }>('select time_zone from clients where client_id = $1', [
    clientId,
  ])
  return { ...schedule, time_zone: schedule.time_zone ?? client!.time_zone }
}

/** The columns `schedule` and `next_run_at`. */
const scheduleColumns = ({ settings }: Domain, schedule: Schedule | null) => [
  schedule && JSON.stringify(schedule),
  schedule && nextRun(schedule, new Date(settings.now())),
]

/** `DELETE /v7/report-runners/{report_runner_id}`: deletes a runner with its reports, and returns it. */
export async function deleteRunner(c: ServerContext): Promise<Response> {
  const runner = await runnerInPath(c)
  const { db, files } = c.env
  const runs = await db.transaction(async db => {
    await db.query('select 1 from report_runners where report_runner_id = $1 for update', [runner.report_runner_id])
    const found = await db.query<{ report_run_id: string }>(
      'select report_run_id from report_runs where report_runner_id = $1',
      [runner.report_runner_id],
    )
    await db.query('delete from report_runners where report_runner_id = $1', [runner.report_runner_id])
    await removeDeadJobs({ ...c.env, db }, REPORT_JOB, runner.report_runner_id)
    return found
  })
  for (const { report_run_id } of runs) await files.remove(report_run_id)
  return runnerResponse(runner)
}

async function checkServer(c: ServerContext, sftp_server_id: string | null): Promise<void> {
  if (sftp_server_id === null || (await findServers(c.env, { id: sftp_server_id })).length) return
  throw new RestError('invalid_parameter', 'There is no SFTP server with this id', { parameters: { sftp_server_id } })
}

export const runnerInPath = (c: ServerContext): Promise<RunnerRow> =>
  requireRunner(c.env, c.req.param('report_runner_id')!)

const runnerResponse = (runner: RunnerRow) => Response.json(describeRunner(runner))

export const runnerDocs = {
  list: {
    summary: 'List all report runners, newest first',
    description: '`tags` is empty in this list, also where `having_all_tags` or `having_any_tags` finds them.',
    query,
    response: z.array(runnerSchema),
  },
  create: {
    summary: 'Add a report runner',
    description: 'It runs when you ask for it, and by its schedule. A report is a CSV file.',
    body: newRunner,
    response: runnerSchema,
    errors: ['invalid_parameter'],
  },
  show: { summary: 'Get a report runner', response: runnerSchema, errors: ['not_found'] },
  update: {
    summary: 'Update a report runner',
    description:
      'Fields that are not in the body stay unchanged. After a change of the schedule, the next run follows from now.',
    body: changes,
    response: runnerSchema,
    errors: ['not_found', 'invalid_parameter'],
  },
  delete: {
    summary: 'Delete a report runner and return it',
    description: 'Its reports are deleted, too.',
    response: runnerSchema,
    errors: ['not_found'],
  },
} satisfies Record<string, CallDocs>
