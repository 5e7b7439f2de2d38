import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
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
