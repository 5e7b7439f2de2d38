/** Of a batch job, the attempts at a row are counted, and no longer the processes that take it over. */
export const jobAttempts = `
alter table batch_jobs drop column takeovers;
alter table batch_jobs add column attempts int not null default 0;
comment on column batch_jobs.attempts is 'How many processes have begun the row after taken_at_row, and not ended it';
comment on column batch_jobs.taken_at_row is 'The processed rows when a process took the job. Null: no process has it';
`
