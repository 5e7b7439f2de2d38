/** Batch jobs are run by jobs of the queue, whose leases say which process has them. */
export const batchJobJobs = `
insert into jobs (job_id, kind, client_id, lane, payload, run_at, created_at)
  select 'batch-job:' || batch_job_id, 'batch-job', client_id, batch_job_id, 'null', created_at, created_at
  from batch_jobs where status in ('QUEUED', 'RUNNING') order by position;
drop index batch_jobs_position_idx;
alter table batch_jobs drop column touched_at;
comment on column batch_jobs.taken_at_row is 'The processed rows when a process took the job. Null: no process has it, or it has given the job back';
`
