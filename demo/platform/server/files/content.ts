import type { Domain } from '../../domain.js'
import { addJob } from '../../jobs/job.js'
import type { TransactionKind } from '../../jobs/job-kind.js'
import type { FileStorage } from '../../store/file-storage.js'
import { newId } from '../../store/id.js'

/** No request or job takes so long to write a content and to store the row that refers to it. */
const DAY_MS = 86_400_000

/** The jobs that look whether a row still refers to a content. If none does, its process has ended before it could remove the content. */
export const contentChecks: TransactionKind<Domain & { files: FileStorage }> = {
  name: 'content-check',
  title: 'Removal of stored files that nobody needs',
  atOnce: 1,
  async run(domain, { lane: id }) {
    if (await isNeeded(domain, id)) return new Date(domain.settings.now() + DAY_MS)
    await domain.files.remove(id)
    return undefined
  },
}

/** Creates the id of a content. Call it before the content is written, and outside of the transaction that stores its row. */
export async function newContentId(domain: Domain): Promise<string> {
  const id = newId()
  await addJob(domain, {
    ...{ job_id: `${contentChecks.name}:${id}`, kind: contentChecks.name, lane: id, payload: null },
    runAt: new Date(domain.settings.now() + DAY_MS),
  })
  return id
}

async function isNeeded({ db }: Domain, id: string): Promise<boolean> {
  const [row] = await db.query(
    `select 1 from files where file_id = $1 and status = 'AVAILABLE'
     union all select 1 from batch_jobs where batch_job_id = $1 and status in ('QUEUED', 'RUNNING')
     union all select 1 from report_runs where report_run_id = $1
     union all select 1 from sftp_deliveries where delivery_id = $1`,
    [id],
  )
  return row !== undefined
}
