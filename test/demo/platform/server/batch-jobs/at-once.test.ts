import { afterAll, expect, test, vi } from 'vitest'
import { batchJobs } from '../../../../../demo/platform/server/batch-jobs/run-job.js'
import { usePlatform } from '../../use-platform.js'
import { endOf, startJob } from './batch-job.js'

/** A process that does not look by the clock. The jobs that it runs, it runs because somebody has created them. */
const clock = vi.spyOn(globalThis, 'setInterval').mockReturnValue({ unref() {} } as never)
const visit = usePlatform()
afterAll(() => clock.mockRestore())

test('a new job begins at once', async () => {
  const { id } = await startJob(visit, { content: 'email\nnow@example.com\n', filename: 'a.csv' }, { type: 'PERSONS' })
  expect(await endOf(visit, id)).toMatchObject({ status: 'SUCCEEDED', succeeded_rows: 1 })
})

test('a process runs four jobs at the same time', () => {
  expect(batchJobs.atOnce).toBe(4)
})
