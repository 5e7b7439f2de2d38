import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { Domain } from '../../../../../demo/platform/domain.js'
import { wireNames } from '../../../../../demo/platform/http/wire-names.js'
import { demo } from '../../../../../demo/platform/index.js'
import { settingsFrom } from '../../../../../demo/platform/options.js'
import type { JobRow } from '../../../../../demo/platform/server/batch-jobs/batch-job.js'
import { processRow } from '../../../../../demo/platform/server/batch-jobs/process-row.js'
import { textRow, workbookFile } from '../../rows/workbook-file.js'
import { type Call, codeOf, program, server, shop, usePlatform } from '../../use-platform.js'
import { contentsIn, uploadedFile } from '../files/uploaded-file.js'
import { endOf, errorsOf, jobOf, progressOf, queueJob, startJob } from './batch-job.js'

const filesDir = await mkdtemp(join(tmpdir(), 'batch-jobs-'))
const visit = usePlatform(undefined, { filesDir })
afterAll(() => rm(filesDir, { recursive: true }))
const send = (path: string, call: Call = {}) => visit.send(server + path, { token: demo.serverToken, ...call })

test('each row of a file is submitted as an event', async () => {
  const content = `event_name,email,partner_event_id,cart_value
purchase,jo@example.com,order-1,48
,kim@example.com,order-2,20
purchase,,order-3,10
purchase,jo@example.com,order-1,48
`
  const created = await startJob(visit, { content, filename: 'orders.csv' }, { type: 'EVENTS', event_name: 'visit' })
  const date = new Date(visit.now).toISOString()
  expect(created).toEqual({
    id: expect.any(String),
    name: 'orders.csv',
    type: 'EVENTS',
    event_name: 'visit',
    data_source: { file_id: expect.any(String) },
    status: 'QUEUED',
    progress: 0,
    ...{ processed_rows: 0, succeeded_rows: 0, failed_rows: 0 },
    failure: null,
    user_id: 'juniper-backend',
    created_date: date,
    ...{ started_date: null, ended_date: null },
  })
  expect(await endOf(visit, created.id)).toEqual({
    ...created,
    status: 'SUCCEEDED',
    progress: 1,
    ...{ processed_rows: 4, succeeded_rows: 3, failed_rows: 1 },
    ...{ started_date: date, ended_date: date },
  })
  expect(await errorsOf(visit, created.id)).toEqual([
    {
      row: 3,
      code: 'invalid_parameter',
      message: 'The data must have an email, partner_user_id or person_id',
      parameters: {},
    },
  ])
  const events = await visit.rows(
    `select event_name, partner_event_id, p.email from events e join persons p using (person_id)
     where partner_event_id like 'order-%' order by 2`,
  )
  expect(events).toEqual([
    { event_name: 'purchase', partner_event_id: 'order-1', email: 'jo@example.com' },
    { event_name: 'visit', partner_event_id: 'order-2', email: 'kim@example.com' },
  ])
})

test('an event can have its data in a field, as in the body of a call', async () => {
  const row = { event_name: 'signup', data: { email: 'data@example.com', source: 'fair' } }
  // Only an object is the data. A list and null are fields of it.
  const listed = { email: 'data@example.com', data: ['fair'] }
  const nameless = { email: 'data@example.com', source: 'nameless' }
  const empty = { email: 'data@example.com', data: null }
  const rows = [row, { event_name: 'signup', ...listed }, nameless, { event_name: 'empty', ...empty }]
  const content = rows.map(each => JSON.stringify(each)).join('\n')
  const { id } = await startJob(visit, { content, filename: 'a.jsonl' }, { type: 'EVENTS' })
  expect(await endOf(visit, id)).toMatchObject({ status: 'SUCCEEDED', succeeded_rows: 3, failed_rows: 1 })
  expect(await errorsOf(visit, id)).toMatchObject([{ row: 3, parameters: { name: 'event_name' } }])
  expect(await visit.rows(`select event_name from events where data->>'source' = 'nameless'`)).toEqual([])
  expect(await visit.rows(`select data from events where event_name = 'signup' order by data->>'source'`)).toEqual([
    { data: row.data },
    { data: listed },
  ])
  expect(await visit.rows(`select data from events where event_name = 'empty'`)).toEqual([{ data: empty }])
})

test('a date of Excel is in the time zone of the account', async () => {
  const name = '<c t="inlineStr"><is><t>dated@example.com</t></is></c>'
  const rows = `${textRow('email', 'event_time')}<row>${name}<c s="0"><v>46143.5</v></c></row>`
  const styles = '<styleSheet><cellXfs><xf numFmtId="22"/></cellXfs></styleSheet>'
  const file = { content: workbookFile(rows, { 'xl/styles.xml': styles }), filename: 'a.xlsx' }
  const { id } = await startJob(visit, file, { type: 'EVENTS', event_name: 'dated' })
  expect(await endOf(visit, id)).toMatchObject({ succeeded_rows: 1 })
  expect(await visit.rows(`select event_time from events where event_name = 'dated'`)).toEqual([
    { event_time: new Date('2026-05-01T16:00:00Z') },
  ])
})

describe('each row of a file creates or updates a person', () => {
  test.each([
    ['CSV', 'p.csv', 'email,first_name,locale\nnew-csv@example.com,Nea,\nADA@example.com,Ada CSV,en-GB\nnobody,X,\n'],
    ['PSV', 'p.psv', 'email|first_name|locale\nnew-psv@example.com|Nea|\nada@example.com|Ada PSV|en-GB\nnobody|X|\n'],
    [
      'JSON',
      'p.json',
      JSON.stringify([
        { email: 'new-json@example.com', first_name: 'Nea', partner_user_id: 181500 },
        { email: 'ada@example.com', first_name: 'Ada JSON', locale: 'en-GB' },
        { email: 'nobody' },
      ]),
    ],
    [
      'JSONL',
      'p.jsonl',
      '{"email":"new-jsonl@example.com","first_name":"Nea"}\n{"identity_key_value":"ada@example.com","first_name":"Ada JSONL","locale":"en-GB"}\n{"email":"nobody"}\n',
    ],
    [
      'XLSX',
      'p.xlsx',
      workbookFile(
        textRow('email', 'first_name', 'locale') +
          textRow('new-xlsx@example.com', 'Nea') +
          textRow('ada@example.com', 'Ada XLSX', 'en-GB') +
          textRow('nobody'),
      ),
    ],
  ])('in %s', async (format, filename, content) => {
    const { id } = await startJob(visit, { content, filename }, { type: 'PERSONS', name: 'People' })
    expect(await endOf(visit, id)).toMatchObject({ name: 'People', status: 'SUCCEEDED', succeeded_rows: 2 })
    expect(await errorsOf(visit, id)).toMatchObject([{ row: 3, code: 'invalid_person_email' }])
    const persons = await visit.rows('select email, first_name, locale from persons where email = any($1) order by 1', [
      [`new-${format.toLowerCase()}@example.com`, demo.ada.email],
    ])
    expect(persons).toEqual([
      { email: demo.ada.email, first_name: `Ada ${format}`, locale: 'en-GB' },
      { email: `new-${format.toLowerCase()}@example.com`, first_name: 'Nea', locale: null },
    ])
  })
})

test('a row of PERSONS changes the person of its email, whatever its case and blanks', async () => {
  const content = 'email,last_name\n ADA@Example.com ,Byron\n'
  const { id } = await startJob(visit, { content, filename: 'a.csv' }, { type: 'PERSONS' })
  expect(await endOf(visit, id)).toMatchObject({ succeeded_rows: 1, failed_rows: 0 })
  // What the row does not have stays.
  expect(
    await visit.rows('select first_name, last_name, locale from persons where email = $1', [demo.ada.email]),
  ).toEqual([{ first_name: 'Ada XLSX', last_name: 'Byron', locale: 'en-GB' }])
})

test('a row of PERSONS changes the person of its partner_user_id', async () => {
  const content = 'partner_user_id,last_name\ncust-1815,King\n'
  const { id } = await startJob(visit, { content, filename: 'a.csv' }, { type: 'PERSONS' })
  expect(await endOf(visit, id)).toMatchObject({ succeeded_rows: 1, failed_rows: 0 })
  expect(await visit.rows(`select email, last_name from persons where partner_user_id = 'cust-1815'`)).toEqual([
    { email: demo.ada.email, last_name: 'King' },
  ])
})

test('a row of PERSONS gives the person of its partner_user_id a new email', async () => {
  const content = 'email,partner_user_id\nbefore-move@example.com,cust-moved\nafter-move@example.com,cust-moved\n'
  const { id } = await startJob(visit, { content, filename: 'a.csv' }, { type: 'PERSONS' })
  expect(await endOf(visit, id)).toMatchObject({ succeeded_rows: 2, failed_rows: 0 })
  expect(await visit.rows(`select email from persons where partner_user_id = 'cust-moved'`)).toEqual([
    { email: 'after-move@example.com' },
  ])
})

test('a row of PERSONS that names nobody fails', async () => {
  const content = 'email,first_name\n,Mia\n'
  const { id } = await startJob(visit, { content, filename: 'a.csv' }, { type: 'PERSONS' })
  expect(await endOf(visit, id)).toMatchObject({ status: 'SUCCEEDED', succeeded_rows: 0, failed_rows: 1 })
  expect(await errorsOf(visit, id)).toMatchObject([{ row: 1, code: 'invalid_parameter' }])
})

test('a row of PERSONS with an unknown field fails by its name, unless the cell is empty', async () => {
  const content = 'email,frist_name\nmisspelt@example.com,Mia\nempty@example.com,\n'
  const { id } = await startJob(visit, { content, filename: 'a.csv' }, { type: 'PERSONS' })
  expect(await endOf(visit, id)).toMatchObject({ status: 'SUCCEEDED', succeeded_rows: 1, failed_rows: 1 })
  expect(await errorsOf(visit, id)).toMatchObject([
    {
      row: 1,
      code: 'binding_error',
      parameters: { parameter: 'frist_name' },
      message: expect.stringContaining('frist_name'),
    },
  ])
  expect(await visit.rows(`select email from persons where email = 'misspelt@example.com'`)).toEqual([])
})

test.each([
  ['a.json', '[{"email":"before@example.com"},', 1, 'The file is not a JSON array'],
  ['a.csv', 'email\nbefore@example.com\n"open', 1, 'Quote Not Closed'],
  ['nul.json', '[\0]', 0, 'The file is not a JSON array'],
  ['nul.csv', 'a\0,a\0\nx,y\n', 0, 'a\u{FFFD}'],
  ['a.xlsx', 'no workbook', 0, 'The file is not an XLSX file'],
])('a job fails where %s cannot be read any further', async (filename, content, processed_rows, failure) => {
  const { id } = await startJob(visit, { content, filename }, { type: 'PERSONS' })
  expect(await endOf(visit, id)).toMatchObject({
    status: 'FAILED',
    failure: expect.stringContaining(failure),
    processed_rows,
    failed_rows: 0,
  })
})

test('a value that cannot be stored fails its row only', async () => {
  const content = '{"email":"a@example.com","first_name":"\\u0000"}\n{"email":"after@example.com"}\n'
  const { id } = await startJob(visit, { content, filename: 'a.jsonl' }, { type: 'PERSONS' })
  expect(await endOf(visit, id)).toMatchObject({ status: 'SUCCEEDED', succeeded_rows: 1 })
  expect(await errorsOf(visit, id)).toMatchObject([{ row: 1, code: 'invalid_parameter' }])
})

const manyRows = (count: number) =>
  ['email', ...Array.from({ length: count }, (_, index) => `many-${index}@example.com`)].join('\n')

test('a canceled job stops, keeps what was processed, and cannot be canceled again', async () => {
  const { id } = await startJob(visit, { content: manyRows(20_000), filename: 'a.csv' }, { type: 'PERSONS' })
  await progressOf(visit, id, 5)
  const canceled = await (await send(`/v6/batch-jobs/${id}/cancel`, { method: 'POST' })).json()
  expect(canceled).toMatchObject({ status: 'CANCELED', ended_date: new Date(visit.now).toISOString() })
  expect(canceled.progress).toBeLessThan(1)
  // The job leaves time for requests: the cancelation did not wait for most of the rows.
  expect(canceled.processed_rows).toBeLessThan(2000)
  const again = await send(`/v6/batch-jobs/${id}/cancel`, { method: 'POST' })
  expect([again.status, await codeOf(again)]).toEqual([400, 'invalid_parameter'])
  expect((await again.json()).parameters).toEqual({ batch_job_id: id, status: 'CANCELED' })
  const next = await startJob(visit, { content: 'email\nlater@example.com\n', filename: 'a.csv' }, { type: 'PERSONS' })
  await endOf(visit, next.id)
  expect(await jobOf(visit, id)).toEqual(canceled)
  const [{ count }] = (await visit.rows<{ count: number }>(
    `select count(*) from persons where email like 'many-%'`,
  )) as [{ count: number }]
  expect(count).toBe(canceled.processed_rows)
})

test('a job that has not begun can be canceled, and never begins', async () => {
  await visit.rows(
    `insert into batch_jobs (batch_job_id, client_id, user_id, name, type, file_id, format, size, status, created_at)
     values ('waiting', $1, 'somebody', 'Waiting', 'PERSONS', 'x', 'CSV', 1, 'QUEUED', now())`,
    [demo.clientId],
  )
  const canceled = await (await send('/v6/batch-jobs/waiting/cancel', { method: 'POST' })).json()
  expect(canceled).toMatchObject({ status: 'CANCELED', started_date: null, processed_rows: 0 })
  await queueJob(visit.platform.db, 'waiting')
  await visit.rows(`update jobs set run_at = $1 where lane = 'waiting'`, [new Date(visit.now)])
  await expect.poll(() => visit.rows(`select 1 from jobs where lane = 'waiting'`)).toEqual([])
  expect(await jobOf(visit, 'waiting')).toEqual(canceled)
})

test('a row that two processes have read is processed once', async () => {
  const job = { batch_job_id: 'shared', type: 'EVENTS', event_name: 'shared' } as JobRow
  await visit.rows(
    `insert into batch_jobs (batch_job_id, client_id, user_id, name, type, file_id, format, size, status, created_at)
     values ('shared', $1, 'somebody', 'Shared', 'EVENTS', 'x', 'CSV', 1, 'RUNNING', now())`,
    [demo.clientId],
  )
  const options = { programOrigin: program, serverOrigin: server, landingUrl: shop, allowedOrigins: [] }
  const domain: Domain = {
    ...{ db: visit.platform.db, secrets: visit.platform.secrets, clientId: demo.clientId, names: wireNames('svc') },
    settings: settingsFrom({ ...options, now: () => visit.now }),
  }
  const row = { fields: { email: 'shared@example.com' }, progress: 1 }
  const process = () => processRow(domain, job, 1, row)
  expect((await Promise.all([process(), process()])).sort()).toEqual([false, true])
  expect(await process()).toBe(false)
  expect(await visit.rows(`select 1 from events where event_name = 'shared'`)).toHaveLength(1)
  expect(await jobOf(visit, 'shared')).toMatchObject({ processed_rows: 1, failed_rows: 0 })
  const failing = () => processRow(domain, job, 2, { fields: { email: 'nobody' }, progress: 1 })
  expect((await Promise.all([failing(), failing()])).sort()).toEqual([false, true])
  expect(await jobOf(visit, 'shared')).toMatchObject({ processed_rows: 2, failed_rows: 1 })
})

test.each([
  ['deleted', '', 'DELETE'],
  ['expired', '/expire', 'POST'],
])('a job goes on when its file is %s', async (name, path, method) => {
  const content = manyRows(15).replaceAll('many', name)
  const job = await startJob(visit, { content, filename: 'a.csv' }, { type: 'PERSONS' })
  const { data_source } = job as unknown as { data_source: { file_id: string } }
  expect((await send(`/v6/files/${data_source.file_id}${path}`, { method })).status).toBe(200)
  expect(await endOf(visit, job.id)).toMatchObject({ status: 'SUCCEEDED', succeeded_rows: 15 })
})

test('errors and jobs are listed in pages, and jobs by type and status', async () => {
  await visit.rows('delete from batch_jobs')
  const persons = await startJob(visit, { content: 'email\n', filename: 'a.csv' }, { type: 'PERSONS' })
  await endOf(visit, persons.id)
  await visit.rows(
    `insert into batch_job_errors (batch_job_id, row, code, message, parameters)
     select $1, n, (array['invalid_email', 'binding_error'])[1 + n % 2], 'Invalid', '{}' from generate_series(1, 101) n`,
    [persons.id],
  )
  const events = await startJob(visit, { content: 'x', filename: 'a.json' }, { type: 'EVENTS' })
  await endOf(visit, events.id)
  const positions = async (query: string) =>
    (await errorsOf(visit, persons.id, query)).map(({ row }: { row: number }) => row)
  expect(await positions('')).toEqual(Array.from({ length: 100 }, (_, index) => index + 1))
  expect(await positions('limit=2&offset=99')).toEqual([100, 101])
  const ids = async (query: string) =>
    (await (await send(`/v6/batch-jobs?${query}`)).json()).map(({ id }: { id: string }) => id)
  expect(await ids('')).toEqual([events.id, persons.id])
  expect(await ids('type=PERSONS')).toEqual([persons.id])
  expect(await ids('statuses=FAILED,CANCELED')).toEqual([events.id])
  expect(await ids('statuses=FAILED&statuses=SUCCEEDED')).toEqual([events.id, persons.id])
  expect(await ids('limit=1&offset=1')).toEqual([persons.id])
  for (const [id, status] of [
    [persons.id, 'SUCCEEDED'],
    [events.id, 'FAILED'],
  ]) {
    const response = await send(`/v6/batch-jobs/${id}/cancel`, { method: 'POST' })
    expect([response.status, (await response.json()).parameters]).toEqual([400, { batch_job_id: id, status }])
    expect(await jobOf(visit, id!)).toMatchObject({ status })
  }
  await visit.rows(
    `insert into batch_jobs (batch_job_id, client_id, user_id, name, type, file_id, format, size, status, created_at)
     select 'ended-' || n, $1, 'somebody', 'Ended', 'PERSONS', 'x', 'CSV', 1, 'SUCCEEDED', now() from generate_series(3, 101) n`,
    [demo.clientId],
  )
  const page = await ids('')
  expect([page.length, page[0], page.at(-1)]).toEqual([100, 'ended-101', events.id])
})

describe('access', () => {
  test('another tenant sees no job and uses no file', async () => {
    const { id } = await startJob(visit, { content: 'email\n', filename: 'a.csv' }, { type: 'PERSONS' })
    const token = demo.sandbox.serverToken
    expect(await (await send('/v6/batch-jobs', { token })).json()).toEqual([])
    for (const [path, method] of [
      ['', 'GET'],
      ['/errors', 'GET'],
      ['/cancel', 'POST'],
    ]) {
      const response = await send(`/v6/batch-jobs/${id}${path}`, { token, method: method! })
      expect([response.status, await codeOf(response)]).toEqual([404, 'not_found'])
    }
    const file_id = await uploadedFile(visit, { content: 'email\n', filename: 'a.csv' })
    const json = { type: 'PERSONS', data_source: { file_id } }
    const response = await send('/v6/batch-jobs', { token, json })
    expect([response.status, await codeOf(response)]).toEqual([400, 'invalid_parameter'])
  })

  test('the rows of a sandbox file belong to the sandbox', async () => {
    const token = demo.sandbox.serverToken
    const file_id = await uploadedFile(visit, { content: 'email\nbox@example.com\n', filename: 'a.csv', token })
    const json = { type: 'PERSONS', data_source: { file_id } }
    const { id } = await (await send('/v6/batch-jobs', { token, json })).json()
    await expect
      .poll(async () => (await (await send(`/v6/batch-jobs/${id}`, { token })).json()).status)
      .toBe('SUCCEEDED')
    expect(await visit.rows(`select client_id from persons where email = 'box@example.com'`)).toEqual([
      { client_id: demo.sandbox.clientId },
    ])
  })

  const file_id = 'nothing'

  test.each<[number, string, string, Call]>([
    [400, 'invalid_parameter', '', { json: { type: 'EVENTS', data_source: { file_id } } }],
    [400, 'binding_error', '', { json: { type: 'REWARDS', data_source: { file_id } } }],
    [400, 'binding_error', '', { json: { type: 'EVENTS' } }],
    [400, 'binding_error', '?statuses=DONE', {}],
    [400, 'binding_error', '?type=REWARDS', {}],
    [404, 'not_found', '/nothing', {}],
    [404, 'not_found', '/nothing/errors', {}],
    [404, 'not_found', '/nothing/cancel', { method: 'POST' }],
    [403, 'missing_access_token', '', { token: '' }],
    [403, 'missing_access_token', '', { token: '', json: { type: 'EVENTS', data_source: { file_id } } }],
  ])('responds with %i %s to %s %j', async (status, code, path, call) => {
    const response = await send(`/v6/batch-jobs${path}`, call)
    expect([response.status, await codeOf(response)]).toEqual([status, code])
  })

  test('a job that cannot be stored leaves nothing on the disk', async () => {
    const file_id = await uploadedFile(visit, { content: 'email\n', filename: 'a.csv' })
    const before = await contentsIn(filesDir)
    const json = { type: 'PERSONS', name: 'nul \0', data_source: { file_id } }
    const refused = async () => {
      const response = await send('/v6/batch-jobs', { json })
      expect([response.status, await codeOf(response)]).toEqual([400, 'invalid_parameter'])
    }
    await refused()
    expect(await contentsIn(filesDir)).toEqual(before)
    // Its file has lost its content.
    json.name = 'without content'
    await rm(join(filesDir, file_id))
    await refused()
    expect(await visit.rows('select 1 from batch_jobs where name = $1', [json.name])).toEqual([])
  })

  test('only a job of events can have the name of events', async () => {
    const data_source = { file_id: await uploadedFile(visit, { content: 'email\n', filename: 'a.csv' }) }
    const response = await send('/v6/batch-jobs', { json: { type: 'PERSONS', event_name: 'a', data_source } })
    expect([response.status, (await response.json()).parameters]).toEqual([400, { name: 'event_name' }])
  })

  test('a job has the name of its file, unless it gets one', async () => {
    const file = { content: 'email\n', filename: 'a.csv', fields: [['name', 'People']] satisfies [string, string][] }
    expect(await startJob(visit, file, { type: 'PERSONS' })).toMatchObject({ name: 'People' })
    expect(await startJob(visit, file, { type: 'PERSONS', name: 'Mine' })).toMatchObject({ name: 'Mine' })
  })

  test('an expired file is no data source', async () => {
    const file_id = await uploadedFile(visit, { content: 'email\n', filename: 'a.csv' })
    await send(`/v6/files/${file_id}/expire`, { method: 'POST' })
    const response = await send('/v6/batch-jobs', { json: { type: 'PERSONS', data_source: { file_id } } })
    expect([response.status, (await response.json()).message]).toEqual([400, 'The file has expired'])
  })
})
