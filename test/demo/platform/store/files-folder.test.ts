import { access, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { demo, type Platform } from '../../../../demo/platform/index.js'
import { MARK } from '../../../../demo/platform/store/files-folder.js'
import { startPlatform, testDatabase } from '../../../start-platform.js'
import { uploadedFile } from '../server/files/uploaded-file.js'
import { type Call, sendTo, server } from '../use-platform.js'

const parent = await mkdtemp(join(tmpdir(), 'files-folder-'))
const database = await testDatabase()
afterAll(() => database.close())
afterAll(() => rm(parent, { recursive: true }))

const processes: Platform[] = []
afterEach(async () => {
  for (const each of processes.splice(0)) await each.close()
})

async function startIn(folder: string | undefined): Promise<Platform> {
  const filesDir = folder && join(parent, folder)
  const platform = await startPlatform({ database: { ...database, close: async () => {} }, filesDir })
  processes.push(platform)
  return platform
}

/** Without a folder, the contents are in a temporary one until the platform is closed. */
async function expectTemporaryFolder(platform: Platform) {
  const place = join(parent, 'temporary')
  await mkdir(place)
  vi.stubEnv('TMPDIR', place)
  const target = { platform, send: (path: string, call?: Call) => sendTo(platform, path, call) }
  const id = await uploadedFile(target, { content: 'email\n', filename: 'a.csv' })
  vi.unstubAllEnvs()
  const [folder] = await readdir(place)
  expect(await readdir(join(place, folder!))).toEqual([id])
  await database.query('delete from files where file_id = $1', [id])
  await platform.close()
  expect(await readdir(place)).toEqual([])
}

test('a process with another folder of files does not start, and changes no job of the others', async () => {
  // Nothing is lost as long as there are no files.
  await startIn('first')
  await startIn('second')
  const temporary = await startIn(undefined)
  await expectTemporaryFolder(temporary)
  const platform = await startIn('shared')
  const send = (path: string, call?: Call) => sendTo(platform, path, call)
  const id = await uploadedFile({ platform, send }, { content: 'email\n', filename: 'a.csv' })
  await database.query(
    `insert into batch_jobs (batch_job_id, client_id, user_id, name, type, file_id, format, size, status, created_at)
     values ('waits', $1, '', '', 'PERSONS', $2, 'CSV', 6, 'RUNNING', now())`,
    [demo.clientId, id],
  )
  await expect(startIn('other')).rejects.toThrow(
    /other: the files of this database are in another folder\. Start the platform with that folder\. .*\.folder-id/,
  )
  await expect(startIn(undefined)).rejects.toThrow('Start the platform with filesDir.')
  expect(await database.query('select status from batch_jobs')).toEqual([{ status: 'RUNNING' }])
  const again = await startIn('shared')
  const download = await sendTo(again, `${server}/v6/files/${id}/download`, { token: demo.serverToken })
  expect(await download.text()).toBe('email\n')
  // A lost folder is replaced on purpose only.
  await writeFile(join(parent, 'other', MARK), await readFile(join(parent, 'shared', MARK)))
  await startIn('other')
})

test('the folder of the files is `filesDir`, by default `files` in the data folder', async () => {
  const [dataDir, filesDir] = [join(parent, 'data'), join(parent, 'files of the option')]
  processes.push(await startPlatform({ dataDir, filesDir }))
  await access(join(filesDir, MARK))
  await expect(access(join(dataDir, 'files'))).rejects.toThrow('ENOENT')
  processes.push(await startPlatform({ dataDir }))
  await access(join(dataDir, 'files', MARK))
})

describe('a database without files is bound to its folder by', () => {
  beforeEach(() =>
    database.execute('delete from files; delete from batch_jobs; delete from report_runners; delete from sftp_servers'),
  )

  test.each<[string, string]>([
    ...['QUEUED', 'RUNNING'].map((status): [string, string] => [
      `a batch job that is ${status}`,
      `insert into batch_jobs (batch_job_id, client_id, user_id, name, type, file_id, format, size, status, created_at)
       values ('job', $1, '', '', 'PERSONS', 'x', 'CSV', 1, '${status}', now())`,
    ]),
    [
      'a report',
      `with runner as (insert into report_runners (report_runner_id, client_id, name, report_type, tags, created_at, updated_at)
         values ('runner', $1, '', 'PERSONS', '{}', now(), now()) returning report_runner_id)
       insert into report_runs (report_run_id, report_runner_id, filename, row_count, size, created_at)
       select 'run', report_runner_id, 'x', 0, 1, now() from runner`,
    ],
    [
      'a delivery that waits',
      `with server as (insert into sftp_servers (sftp_server_id, client_id, name, host, port, username, folder, created_at, updated_at)
         values ('server', $1, '', 'x', 22, 'x', '.', now(), now()) returning sftp_server_id)
       insert into sftp_deliveries (delivery_id, sftp_server_id, filename, created_at)
       select 'delivery', sftp_server_id, 'x', now() from server`,
    ],
  ])('%s', async (name, sql) => {
    await startIn(`${name}, first`)
    await database.query(sql, [demo.clientId])
    await expect(startIn(`${name}, second`)).rejects.toThrow('the files of this database are in another folder')
  })

  test('nothing that has lost its content', async () => {
    await startIn('one')
    await database.query(
      `insert into files (file_id, client_id, user_id, name, filename, tags, format, size, status, created_at, updated_at)
       values ('expired', $1, 'u', 'f', 'f', '{}', 'CSV', 1, 'EXPIRED', now(), now())`,
      [demo.clientId],
    )
    await database.query(
      `insert into batch_jobs (batch_job_id, client_id, user_id, name, type, file_id, format, size, status, created_at)
       values ('ended', $1, '', '', 'PERSONS', 'x', 'CSV', 1, 'SUCCEEDED', now())`,
      [demo.clientId],
    )
    await startIn('another')
  })
})

test('a folder that cannot be used is named in one line', async () => {
  await writeFile(join(parent, 'no-folder'), '')
  await expect(startIn('no-folder')).rejects.toThrow(
    /^[^\n]*no-folder: the folder of the files cannot be used: EEXIST[^\n]*$/,
  )
})
