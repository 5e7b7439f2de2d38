import { RestError } from '../../http/rest-error.js'
import { retryDeadJobs } from '../../jobs/dead-jobs.js'
import type { ConsoleContext } from '../console-context.js'

/** `POST /console/work/retry`: runs all failed jobs of the client again. */
export const retryAllJobs = (c: ConsoleContext): Promise<Response> => retry(c)

/** `POST /console/work/{job_id}/retry`: runs a failed job again. Throws `not_found`. */
export const retryJob = (c: ConsoleContext): Promise<Response> => retry(c, c.req.param('job_id')!)

async function retry(c: ConsoleContext, jobId?: string): Promise<Response> {
  const retried = await retryDeadJobs(c.env, jobId)
  if (jobId && !retried) throw new RestError('not_found', 'There is no failed job with this id. Maybe it runs already.')
  for (const { name } of c.env.queue.kinds) c.env.queue.wake(name)
  return c.redirect(`/console/work${retried ? `?retried=${retried}` : ''}`, 303)
}
