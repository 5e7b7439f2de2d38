// Batch jobs of the local platform.

import { expect, vi } from 'vitest'
import { type Database, demo } from '../../../../../demo/platform/index.js'
import { SOON } from '../../../../soon.js'
import { type Call, server } from '../../use-platform.js'
import { type Target, type Upload, uploadedFile } from '../files/uploaded-file.js'

export interface Job {
  id: string
  status: string
  processed_rows: number
  succeeded_rows: number
  failed_rows: number
}

const send = async (visit: Target, path: string, call: Call = {}) =>
  (await visit.send(server + path, { token: demo.serverToken, ...call })).json()

/** Uploads a file and creates a job for it. */
export async function startJob(visit: Target, file: Upload, fields: object): Promise<Job> {
  const data_source = { file_id: await uploadedFile(visit, file) }
  return send(visit, '/v6/batch-jobs', { json: { data_source, ...fields } })
}

export const jobOf = (visit: Target, id: string): Promise<Job> => send(visit, `/v6/batch-jobs/${id}`)

/** Waits until a job has ended. */
export const endOf = (visit: Target, id: string): Promise<Job> =>
  vi.waitFor(async () => {
    const job = await jobOf(visit, id)
    expect(['QUEUED', 'RUNNING']).not.toContain(job.status)
    return job
  }, SOON)

/** Waits until a job has processed some rows. */
export const progressOf = (visit: Target, id: string, rows: number): Promise<Job> =>
  vi.waitFor(
    async () => {
      const job = await jobOf(visit, id)
      expect(job.processed_rows).toBeGreaterThanOrEqual(rows)
      return job
    },
    { ...SOON, interval: 10 },
  )

export const errorsOf = (visit: Target, id: string, query = '') => send(visit, `/v6/batch-jobs/${id}/errors?${query}`)

/** Queues a job that was stored without a call, as the call does. */
export const queueJob = (database: Database, id: string) =>
  database.query(
    `insert into jobs (job_id, kind, client_id, lane, payload, run_at, created_at)
     values ('batch-job:' || $1::text, 'batch-job', $2, $1, 'null', now(), now())`,
    [id, demo.clientId],
  )
