import type { Domain } from '../domain.js'
import { addJob } from '../jobs/job.js'

/** Adds the job of a kind for a reward, or moves the one that waits. */
export const addRewardJob = (domain: Domain, kind: string, rewardId: string, runAt: Date): Promise<void> =>
  addJob(domain, { job_id: `${kind}:${rewardId}`, kind, lane: rewardId, payload: null, runAt })
