import type { Domain } from '../../domain.js'
import { isUnexpected, toRestError } from '../../http/rest-error.js'
import type { ReadRow } from '../../rows/row.js'
import { storable } from '../../store/storable.js'
import type { JobRow } from './batch-job.js'
import { saveRow } from './save-row.js'

/**
 * Processes the row at a position, or records why it fails. The row and the count of processed rows change in one transaction,
 * so that each row is processed exactly once, whatever process stops in between. Resolves with false if the job has ended, or if
 * another process has processed the row. Rejects with an error of the platform: the row can be processed again.
 */
export async function processRow(domain: Domain, job: JobRow, position: number, row: ReadRow): Promise<boolean> {
  const claim = { jobId: job.batch_job_id, position, progress: row.progress }
  try {
    return await domain.db.transaction(async db => {
      const transaction = { ...domain, db }
      if (!(await claimRow(transaction, claim))) return false
      if ('error' in row) throw row.error
      await saveRow(transaction, job, row.fields)
      return true
    })
  } catch (error) {
    if (isUnexpected(error)) throw error
    return recordFailure(domain, claim, error)
  }
}

interface Claim {
  jobId: string
  position: number
  progress: number
}

/** Counts a row as processed. The lock on the job keeps other processes and a cancelation waiting until the row is saved. */
async function claimRow({ db }: Domain, { jobId, position, progress }: Claim): Promise<boolean> {
  const [claimed] = await db.query(
    `update batch_jobs set processed_rows = $2, progress = $3
     where batch_job_id = $1 and status = 'RUNNING' and processed_rows = $2 - 1 returning 1`,
    [jobId, position, progress],
  )
  return claimed !== undefined
}

function recordFailure(domain: Domain, claim: Claim, error: unknown): Promise<boolean> {
  const { code, message, parameters } = toRestError(error)
  return domain.db.transaction(async db => {
    if (!(await claimRow({ ...domain, db }, claim))) return false
    await db.query('update batch_jobs set failed_rows = failed_rows + 1 where batch_job_id = $1', [claim.jobId])
    await db.query(
      'insert into batch_job_errors (batch_job_id, row, code, message, parameters) values ($1, $2, $3, $4, $5)',
      [claim.jobId, claim.position, code, ...storable([message, parameters])],
    )
    return true
  })
}
