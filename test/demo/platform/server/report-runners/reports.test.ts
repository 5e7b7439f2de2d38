import { beforeAll, expect, test } from 'vitest'
import { demo } from '../../../../../demo/platform/index.js'
import { type Call, codeOf, server, usePlatform } from '../../use-platform.js'

const visit = usePlatform()
const send = (path: string, call: Call = {}) => visit.send(`${server}/v7${path}`, { token: demo.serverToken, ...call })
const read = async (path: string, call?: Call) => (await send(path, call)).json()

interface Run {
  id: string
  report_runner_id: string
}
let people: Run
let rewards: Run

beforeAll(async () => {
  const run = async (report_type: string): Promise<Run> => {
    const { id } = await read('/report-runners', { json: { name: 'A report', report_type } })
    return read(`/report-runners/${id}/run`, { method: 'POST' })
  }
  people = await run('PERSONS')
  rewards = await run('REWARDS')
})

test('the reports of all runners are listed, newest first, in pages, and by runner', async () => {
  expect(await read('/reports')).toEqual([rewards, people])
  expect(await read('/reports?limit=1&offset=1')).toEqual([people])
  expect(await read(`/reports?report_runner_id=${people.report_runner_id}`)).toEqual([people])
  expect(await read('/reports?report_runner_id=nobodys')).toEqual([])
  await visit.rows(
    `insert into report_runs (report_run_id, report_runner_id, filename, row_count, size, created_at)
     select 'run-' || n, $1, 'a.csv', 0, 0, now() from generate_series(3, 101) n`,
    [rewards.report_runner_id],
  )
  const ids = (await read('/reports')).map(({ id }: Run) => id)
  expect([ids.length, ids[0], ids.at(-1)]).toEqual([100, 'run-101', rewards.id])
  await visit.rows(`delete from report_runs where report_run_id like 'run-%'`)
})

test('a report is shown and downloaded by its id', async () => {
  expect(await read(`/reports/${people.id}`)).toEqual(people)
  const file = await (await send(`/reports/${people.id}/download`)).text()
  expect(file).toContain('person_id,email')
  expect(file).toContain(demo.ada.email)
})

test('a report of another client, or of nobody, is not found', async () => {
  const sandbox = { token: demo.sandbox.serverToken }
  expect(await read('/reports', sandbox)).toEqual([])
  for (const path of [`/reports/${people.id}`, `/reports/${people.id}/download`]) {
    const response = await send(path, sandbox)
    expect([response.status, await codeOf(response)]).toEqual([404, 'not_found'])
  }
  expect((await send('/reports/nobodys')).status).toBe(404)
})

test('each type of reports is listed with the columns of its file', async () => {
  const types: { report_type: string; columns: string[] }[] = await read('/report-types')
  expect(types.map(({ report_type }) => report_type)).toEqual(['EVENTS', 'PERSONS', 'REFERRALS', 'REWARDS', 'SHARES'])
  expect(types[1]!.columns).toEqual([
    ...['person_id', 'email', 'partner_user_id', 'first_name', 'last_name', 'locale', 'blocked', 'created_date'],
  ])
  const file = await (await send(`/reports/${people.id}/download`)).text()
  expect(file.split('\n')[0]).toBe(types[1]!.columns.join())
})
