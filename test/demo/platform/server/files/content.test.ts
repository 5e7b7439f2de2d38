import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { demo } from '../../../../../demo/platform/index.js'
import { SOON } from '../../../../soon.js'
import { usePlatform } from '../../use-platform.js'
import { endOf, startJob } from '../batch-jobs/batch-job.js'
import { contentsIn, uploadedFile } from './uploaded-file.js'

const DAY = 86_400_000
const filesDir = await mkdtemp(join(tmpdir(), 'content-'))
const visit = usePlatform(undefined, { filesDir })
afterAll(() => rm(filesDir, { recursive: true }))

/** As if the process had ended before it could store or remove it. */
const leave = (name: string) => writeFile(join(filesDir, name), 'left')

test('what a process leaves that ends in between is removed after a day, and what a row needs stays', async () => {
  const file = await uploadedFile(visit, { content: 'email\n', filename: 'a.csv' })
  const job = await startJob(visit, { content: 'email\na@example.com\n', filename: 'a.csv' }, { type: 'PERSONS' })
  await endOf(visit, job.id)
  await expect.poll(() => contentsIn(filesDir), SOON).not.toContain(job.id)
  const kept = await contentsIn(filesDir)
  expect(kept).toContain(file)
  await leave(job.id)
  await visit.rows('delete from files where file_id = $1', [file])
  await leave(`${file}.part`)
  visit.now += DAY - 1
  expect((await contentsIn(filesDir)).sort()).toEqual([...kept, job.id, `${file}.part`].sort())
  visit.now += 1
  await expect.poll(() => contentsIn(filesDir), SOON).toEqual(kept.filter(name => name !== file))
  // Whatever is left later is found as well.
  visit.now += DAY
  await visit.rows(`update files set status = 'EXPIRED'`)
  await expect.poll(() => contentsIn(filesDir), SOON).toEqual([])
  // A job ends after what it does.
  await expect.poll(() => visit.rows(`select 1 from jobs where kind = 'content-check'`), SOON).toEqual([])
})

test.each<[string, string]>([
  ...['QUEUED', 'RUNNING'].map((status): [string, string] => [
    `batch job that is ${status}`,
    `insert into batch_jobs (batch_job_id, client_id, user_id, name, type, file_id, format, size, status, created_at)
     values ($1, $2, '', '', 'PERSONS', 'x', 'CSV', 1, '${status}', now())`,
  ]),
  [
    'report',
    `with runner as (insert into report_runners (report_runner_id, client_id, name, report_type, tags, created_at, updated_at)
       values ('runner', $2, '', 'PERSONS', '{}', now(), now()) returning report_runner_id)
     insert into report_runs (report_run_id, report_runner_id, filename, row_count, size, created_at)
     select $1, report_runner_id, 'x', 0, 1, now() from runner`,
  ],
  [
    'delivery that waits',
    `with server as (insert into sftp_servers (sftp_server_id, client_id, name, host, port, username, folder, created_at, updated_at)
       values ('server', $2, '', 'x', 22, 'x', '.', now(), now()) returning sftp_server_id)
     insert into sftp_deliveries (delivery_id, sftp_server_id, filename, created_at) select $1, sftp_server_id, 'x', now() from server`,
  ],
])('what a %s needs stays', async (needer, sql) => {
  const id = `of a ${needer}`
  await leave(id)
  await visit.rows(sql, [id, demo.clientId])
  await visit.rows(
    `insert into jobs (job_id, kind, client_id, lane, payload, run_at, created_at)
     values ('content-check:' || $1::text, 'content-check', $2, $1, 'null', $3, $3)`,
    [id, demo.clientId, new Date(visit.now)],
  )
  const next = () => visit.rows('select run_at from jobs where lane = $1', [id])
  await expect.poll(next, SOON).toEqual([{ run_at: new Date(visit.now + DAY) }])
  expect(await contentsIn(filesDir)).toContain(id)
})
