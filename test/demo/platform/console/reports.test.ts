import { beforeAll, expect, test } from 'vitest'
import { demo } from '../../../../demo/platform/index.js'
import { server, usePlatform } from '../use-platform.js'
import { fieldIn, useConsole } from './use-console.js'

const visit = usePlatform()
const user = useConsole(visit)
const PAGE = '/console/reports'
const backend = async (path: string, json?: unknown) =>
  (await visit.send(server + path, { token: demo.serverToken, ...(json !== undefined && { json }) })).json()

let page: string
beforeAll(async () => {
  expect(await user.read(PAGE)).toContain('There are no report runners.')
  const { id } = await backend('/v7/report-runners', { name: 'Rewards <of the week>', report_type: 'REWARDS' })
  page = `${PAGE}/${id}`
})

const tagIn = async () => fieldIn(await user.read(page), 'tag')
const defaults = { cron: '30 6 * * 1', time_zone: '', missed_runs: 'RUN_ONCE', rows: 'ALL' }
const save = async (fields: Record<string, string>) => user.send(page, { ...defaults, tag: await tagIn(), ...fields })

test('a schedule is saved, and the console and the API show the next run', async () => {
  expect((await save({ time_zone: 'Europe/Berlin', missed_runs: 'SKIP', rows: 'NEW' })).status).toBe(303)
  const time = '<time datetime="2026-05-04T04:30:00.000Z">4 May 2026, 06:30</time> Europe/Berlin'
  for (const path of [PAGE, `${page}?done=saved`]) expect(await user.read(path)).toContain(time)
  expect(await user.read(PAGE)).toContain('Rewards &lt;of the week&gt;')
  expect(await backend('/v7/report-runners')).toMatchObject([
    {
      next_run_date: '2026-05-04T04:30:00.000Z',
      schedule: { cron: '30 6 * * 1', time_zone: 'Europe/Berlin', missed_runs: 'SKIP', rows: 'NEW' },
    },
  ])
})

test('an empty time zone is that of the account', async () => {
  await save({ time_zone: '' })
  expect(await user.read(PAGE)).toContain('4 May 2026, 06:30</time> America/New_York')
})

test('a run by the schedule is listed', async () => {
  await save({ cron: '0 13 * * *', time_zone: 'UTC' })
  visit.now += 3_600_000
  await visit.platform.runReports()
  expect(await user.read(page)).toContain('<td data-label="Scheduled for"><time datetime="2026-05-01T13:00:00.000Z">')
  expect(await user.read(PAGE)).toContain('2 May 2026, 13:00</time> UTC')
  await save({ cron: '30 13 * * *', time_zone: 'UTC' })
  visit.now += 1_800_000
  await visit.platform.runReports()
  const times = (await user.read(page)).matchAll(/data-label="Scheduled for"><time datetime="([^"]+)"/g)
  expect([...times].map(([, time]) => time)).toEqual(['2026-05-01T13:30:00.000Z', '2026-05-01T13:00:00.000Z'])
  expect(await user.read(PAGE)).toContain(
    `<td data-label="Last run"><time datetime="${new Date(visit.now).toISOString()}">`,
  )
  for (const [status, message, text] of [
    ['FAILED', null, 'Waiting'],
    ['FAILED', 'The folder does not exist.', 'Failed: The folder does not exist.'],
    ['SUCCEEDED', null, 'Delivered'],
  ]) {
    await visit.rows('update report_runs set sync_status = $1, sync_error_message = $2', [status, message])
    expect(await user.read(page)).toContain(`<td data-label="Delivery">${text}</td>`)
  }
})

test.each([
  ['cron', { cron: 'every day' }, 'Expected a cron expression'],
  ['time_zone', { time_zone: 'Mars/Olympus' }, 'Expected a time zone'],
])('a wrong %s is shown with its field, and the page keeps what was entered', async (name, fields, message) => {
  const response = await save(fields)
  const html = await response.text()
  expect([response.status, html]).toEqual([422, expect.stringContaining(message)])
  expect(html).toContain(`id="${name}-error"`)
  expect(html).toContain(`value="${Object.values(fields)[0]}"`)
})

test('a schedule is not replaced without a warning if somebody else changed it', async () => {
  const schedules = async () =>
    (await backend('/v7/report-runners')).map((each: { schedule: unknown }) => each.schedule)
  const mine = { ...defaults, time_zone: 'Europe/Berlin', rows: 'NEW', tag: await tagIn() }
  const theirs = { cron: '0 7 * * *', time_zone: 'UTC', missed_runs: 'SKIP', rows: 'ALL' }
  await save(theirs)
  // A form that is shown again for another reason is still that of the earlier schedule.
  const invalid = await (await user.send(page, { ...mine, cron: 'every day' })).text()
  expect(fieldIn(invalid, 'tag')).toBe(mine.tag)
  for (const cron of [mine.cron, '']) {
    const refused = await user.send(page, { ...mine, cron })
    const html = await refused.text()
    expect([refused.status, html]).toEqual([409, expect.stringMatching(/Not saved: .*<code>0 7 \* \* \*<\/code> UTC/s)])
    expect(/id="cron"[^>]* value="([^"]*)"/.exec(html)![1]).toBe(cron)
    expect(await schedules()).toEqual([theirs])
    if (cron) continue
    expect((await user.send(page, { ...mine, cron, tag: fieldIn(html, 'tag') })).status).toBe(303)
    expect(await schedules()).toEqual([null])
  }
  const before = await tagIn()
  await save(theirs)
  for (const change of [
    { cron: '0 8 * * *' },
    { time_zone: 'Asia/Tokyo' },
    { missed_runs: 'RUN_ONCE' },
    { rows: 'NEW' },
  ]) {
    const tag = await tagIn()
    await save({ ...theirs, ...change })
    for (const old of [before, tag]) expect((await user.send(page, { ...theirs, tag: old })).status).toBe(409)
    expect(await schedules()).toEqual([{ ...theirs, ...change }])
    await save(theirs)
  }
})

test('without times, the report runs only when somebody asks for it', async () => {
  visit.now += 1000
  await save({ cron: '' })
  expect(await user.read(PAGE)).toContain('Not scheduled')
  expect(await backend('/v7/report-runners')).toMatchObject([
    { schedule: null, next_run_date: null, updated_date: new Date(visit.now).toISOString() },
  ])
})

test('a runner of another client is not found', async () => {
  await visit.rows('update report_runners set client_id = $1', [demo.sandbox.clientId])
  expect([(await user.open(page)).status, (await user.send(page, defaults)).status]).toEqual([404, 404])
  expect(await user.read(PAGE)).toContain('There are no report runners.')
})
