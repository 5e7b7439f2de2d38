import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { demo } from '../../../../../demo/platform/index.js'
import { nextRun, type Schedule } from '../../../../../demo/platform/server/report-runners/schedule.js'
import { cookieIn, fieldIn, signIn } from '../../console/use-console.js'
import { type Call, codeOf, server, usePlatform } from '../../use-platform.js'
import { contentsIn } from '../files/uploaded-file.js'

const filesDir = await mkdtemp(join(tmpdir(), 'schedule-'))
afterAll(() => rm(filesDir, { recursive: true }))
const visit = usePlatform(undefined, { filesDir })
const RUNNERS = '/v7/report-runners'
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

const send = (path: string, call: Call = {}) => visit.send(`${server}${path}`, { token: demo.serverToken, ...call })
const read = async (path: string, call?: Call) => (await send(path, call)).json()
const create = (schedule: unknown, fields = {}) =>
  read(RUNNERS, { json: { name: 'A report', report_type: 'EVENTS', schedule, ...fields } })
const change = (id: string, json: object) => read(`${RUNNERS}/${id}`, { method: 'PUT', json })
const runsOf = (id: string) => read(`${RUNNERS}/${id}/runs`)
const at = (time: string) => `2026-05-${time}:00.000Z`

/** The names of the events in a run, oldest first. */
async function eventsIn({ report_runner_id, id }: { report_runner_id: string; id: string }): Promise<string[]> {
  const csv = await (await send(`${RUNNERS}/${report_runner_id}/runs/${id}/download`)).text()
  return (parse(csv, { columns: true }) as { event_name: string }[]).map(({ event_name }) => event_name)
}

const track = (event_name: string) =>
  visit.send('/events', { json: { event_name, data: { email: 'rae@example.com' } } })

beforeEach(async () => {
  await visit.rows('delete from report_runners')
  visit.now = Date.UTC(2026, 4, 4, 12)
})

describe('the schedule of a report', () => {
  test('is in the time zone of the account, and says when the report runs next', async () => {
    const runner = await create({ cron: '30 6 * * *' })
    expect(runner).toMatchObject({
      schedule: { cron: '30 6 * * *', time_zone: 'America/New_York', missed_runs: 'RUN_ONCE', rows: 'ALL' },
      next_run_date: at('05T10:30'),
    })
    expect(await read(RUNNERS)).toMatchObject([{ next_run_date: at('05T10:30') }])
  })

  test('can be in another time zone', async () => {
    const { next_run_date } = await create({ cron: '30 6 * * *', time_zone: 'Asia/Tokyo' })
    expect(next_run_date).toBe(at('04T21:30'))
  })

  test('is changed from now on, and taken away with null', async () => {
    const { id } = await create({ cron: '0 13 * * *', time_zone: 'UTC' })
    expect(await change(id, { name: 'Another' })).toMatchObject({ next_run_date: at('04T13:00') })
    expect(await change(id, { schedule: { cron: '0 14 * * *', time_zone: 'UTC' } })).toMatchObject({
      next_run_date: at('04T14:00'),
    })
    expect(await change(id, { schedule: null })).toMatchObject({ schedule: null, next_run_date: null })
    visit.now += 2 * DAY_MS
    await visit.platform.runReports()
    expect(await runsOf(id)).toEqual([])
  })

  test.each([
    ['* * * * *', 'cron'],
    ['*/5 6 * * *', 'cron'],
    ['0 25 * * *', 'cron'],
    ['0 6 30 2 *', 'cron'],
    ['0 0 6 * * *', 'cron'],
    ['daily', 'cron'],
  ])('is refused: %s', async (cron, parameter) => {
    const response = await send(RUNNERS, { json: { name: 'A', report_type: 'EVENTS', schedule: { cron } } })
    expect([response.status, await codeOf(response)]).toEqual([400, 'binding_error'])
    expect((await response.json()).parameters).toEqual({ parameter: `schedule.${parameter}` })
  })

  test('is refused with an unknown time zone', async () => {
    const schedule = { cron: '0 6 * * *', time_zone: 'Mars/Olympus' }
    expect((await create(schedule)).parameters).toEqual({ parameter: 'schedule.time_zone' })
  })
})

describe('a scheduled report', () => {
  test('runs once at its time', async () => {
    const { id } = await create({ cron: '0 13 * * *', time_zone: 'UTC' })
    visit.now += HOUR_MS - 1
    await visit.platform.runReports()
    expect(await runsOf(id)).toEqual([])
    visit.now += 1
    await Promise.all([visit.platform.runReports(), visit.platform.runReports()])
    expect(await runsOf(id)).toMatchObject([{ scheduled_date: at('04T13:00'), created_date: at('04T13:00') }])
    expect(await read(`${RUNNERS}/${id}`)).toMatchObject({ next_run_date: at('05T13:00') })
  })

  test('leaves the run that somebody asks for alone', async () => {
    const { id } = await create({ cron: '0 13 * * *', time_zone: 'UTC' })
    expect(await read(`${RUNNERS}/${id}/run`, { method: 'POST' })).toMatchObject({ scheduled_date: null })
    expect(await read(`${RUNNERS}/${id}`)).toMatchObject({ next_run_date: at('04T13:00') })
  })

  test('runs once for all times that were missed', async () => {
    const { id } = await create({ cron: '0 13 * * *', time_zone: 'UTC' })
    visit.now += 3 * DAY_MS
    await visit.platform.runReports()
    expect(await runsOf(id)).toMatchObject([{ scheduled_date: at('04T13:00'), created_date: at('07T12:00') }])
    expect(await read(`${RUNNERS}/${id}`)).toMatchObject({ next_run_date: at('07T13:00') })
  })

  test('whose schedule is changed while it is written is not kept', async () => {
    const { id } = await create({ cron: '0 13 * * *', time_zone: 'UTC' })
    const before = await contentsIn(filesDir)
    const { query } = visit.platform.db
    let isChanged = false
    const spy = vi.spyOn(visit.platform.db, 'query').mockImplementation(async (sql, params) => {
      if (sql.includes('as place from') && !isChanged) {
        isChanged = true
        await change(id, { schedule: { cron: '0 14 * * *', time_zone: 'UTC' } })
      }
      return query(sql, params) as never
    })
    onTestFinished(() => spy.mockRestore())
    visit.now += HOUR_MS
    await visit.platform.runReports()
    expect([isChanged, await runsOf(id), await contentsIn(filesDir)]).toEqual([true, [], before])
    expect(await read(`${RUNNERS}/${id}`)).toMatchObject({ next_run_date: at('04T14:00') })
  })

  test('contains all rows, or each row once', async () => {
    const all = await create({ cron: '0 * * * *', time_zone: 'UTC' })
    const fresh = await create({ cron: '0 * * * *', time_zone: 'UTC', rows: 'NEW' })
    visit.now += HOUR_MS - MINUTE_MS - 1
    await track('first')
    // A minute before the report: this row belongs to the next one.
    visit.now += 1
    await track('second')
    visit.now += MINUTE_MS
    await visit.platform.runReports()
    await track('third')
    visit.now += HOUR_MS
    await visit.platform.runReports()
    const [allNew, allOld] = await runsOf(all.id)
    expect([await eventsIn(allOld), await eventsIn(allNew)]).toEqual([
      ['first', 'second'],
      ['first', 'second', 'third'],
    ])
    const [later, earlier] = await runsOf(fresh.id)
    expect([await eventsIn(earlier), await eventsIn(later)]).toEqual([['first'], ['second', 'third']])
  })

  test('skips missed times if it should, but not a small delay', async () => {
    const { id } = await create({ cron: '0 13 * * *', time_zone: 'UTC', missed_runs: 'SKIP', rows: 'NEW' })
    await track('meanwhile')
    visit.now += 3 * DAY_MS
    await visit.platform.runReports()
    expect(await runsOf(id)).toEqual([])
    visit.now += HOUR_MS + 15 * MINUTE_MS
    await visit.platform.runReports()
    const runs = await runsOf(id)
    expect(runs).toMatchObject([{ scheduled_date: at('07T13:00') }])
    // No row is left out.
    expect(await eventsIn(runs[0])).toContain('meanwhile')
    visit.now += DAY_MS + 1
    await visit.platform.runReports()
    expect(await runsOf(id)).toHaveLength(1)
  })

  test.each([
    'its last attempt has failed',
    'two processes have ended under it',
  ])('goes on at its next time after %s, and a retry writes the one that failed', async end => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    onTestFinished(() => logged.mockRestore())
    const { id } = await create({ cron: '0 13 * * *', time_zone: 'UTC', rows: 'NEW' })
    await track('of the day')
    const failed = () => visit.rows('select failures, failure from jobs where lane = $1 and died_at is not null', [id])
    /** Runs the report until it is given up. */
    async function failFor(reason: string) {
      if (end === 'two processes have ended under it') {
        await visit.rows('update jobs set ended_processes = 2 where lane = $1 and died_at is null', [id])
        await visit.platform.runReports()
        visit.now += 50 * MINUTE_MS
        return { failures: 0, failure: '2 processes have ended while they did this' }
      }
      const { query } = visit.platform.db
      const spy = vi.spyOn(visit.platform.db, 'query').mockImplementation(async (sql, params) => {
        if (sql.includes('as place from')) throw new Error(reason)
        return query(sql, params) as never
      })
      for (let attempt = 0; attempt < 5; attempt += 1) {
        await visit.platform.runReports()
        visit.now += 10 * MINUTE_MS
      }
      spy.mockRestore()
      return { failures: 5, failure: reason }
    }
    visit.now += HOUR_MS
    const first = await failFor('The disk is full')
    expect(await failed()).toEqual([first])
    expect(await read(`${RUNNERS}/${id}`)).toMatchObject({ next_run_date: at('05T13:00') })
    visit.now = Date.parse(at('05T13:00'))
    const second = await failFor('The disk is still full')
    // The newest failure is enough: a report that is written later has what those before it would have had.
    expect(await failed()).toEqual([second])
    const headers = { Cookie: cookieIn(await signIn(visit)) }
    const csrf = fieldIn(await (await visit.send(`${server}/console/work`, { headers })).text(), 'csrf')
    const form = { csrf, tenant: demo.clientId }
    await visit.send(`${server}/console/work/retry`, { origin: server, headers, form })
    await visit.platform.runReports()
    const runs = await runsOf(id)
    expect(runs).toMatchObject([{ scheduled_date: at('05T13:00') }])
    expect(await eventsIn(runs[0])).toContain('of the day')
    visit.now = Date.parse(at('06T13:00'))
    await visit.platform.runReports()
    expect(await runsOf(id)).toMatchObject([{ scheduled_date: at('06T13:00') }, {}])
    expect(await visit.rows('select run_at from jobs where lane = $1', [id])).toEqual([
      { run_at: new Date(at('07T13:00')) },
    ])
  })
})

describe('a clock change', () => {
  const times = (cron: string, after: string, count: number) => {
    const schedule: Schedule = { cron, time_zone: 'Europe/Berlin', missed_runs: 'RUN_ONCE', rows: 'ALL' }
    const found = [new Date(after)]
    while (found.length <= count) found.push(nextRun(schedule, found.at(-1)!))
    return found.slice(1).map(date => date.toISOString())
  }

  test('that skips the time of a report delays it', () => {
    expect(times('30 2 * * *', '2026-03-28T12:00:00Z', 2)).toEqual([
      '2026-03-29T01:00:00.000Z',
      '2026-03-30T00:30:00.000Z',
    ])
  })

  test('that repeats the time of a report does not repeat the report', () => {
    expect(times('30 2 * * *', '2026-10-24T12:00:00Z', 2)).toEqual([
      '2026-10-25T00:30:00.000Z',
      '2026-10-26T01:30:00.000Z',
    ])
  })
})

test.each([
  ['shedule', { shedule: { cron: '0 6 * * *' } }],
  ['schedule.timezone', { schedule: { cron: '0 6 * * *', timezone: 'UTC' } }],
])('a runner with an unknown field is refused, and the error names it: %s', async (parameter, fields) => {
  const json = { name: 'A', report_type: 'EVENTS', ...fields }
  const { id } = await create(null)
  for (const refused of [await read(RUNNERS, { json }), await change(id, fields)])
    expect(refused).toMatchObject({
      code: 'binding_error',
      message: `${parameter}: There is no field of this name`,
      parameters: { parameter },
    })
})
