/** A job under which processes end again and again has an end. */
export const jobEndedProcesses = `
alter table jobs add column ended_processes int not null default 0;
comment on column jobs.ended_processes is 'How many processes have ended while they did the job, since its last result';
`
