/** How often the process of a batch job has ended without a new row. */
export const jobTakeovers = `
alter table batch_jobs add column takeovers int not null default 0, add column taken_at_row int;
comment on column batch_jobs.takeovers is 'How many processes have taken over the job since the last new row';
comment on column batch_jobs.taken_at_row is 'The processed rows when a process took the job. Null: the process has given the job back';
`
