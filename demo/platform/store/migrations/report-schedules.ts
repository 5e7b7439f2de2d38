/** Reports run by themselves. */
export const reportSchedules = `
alter table report_runners add column schedule json;
alter table report_runners add column next_run_at timestamptz;
alter table report_runners add column claimed_until timestamptz;
alter table report_runners add column rows_until timestamptz;
comment on column report_runners.schedule is 'Null: the report runs only when somebody asks for it';
comment on column report_runners.claimed_until is 'Until when only the process that writes the report goes on with it';
comment on column report_runners.rows_until is 'The end of the rows of the last scheduled report';
create index on report_runners (next_run_at) where next_run_at is not null;
alter table report_runs add column scheduled_at timestamptz;
comment on column report_runs.scheduled_at is 'The time of the schedule. Null: somebody asked for the run';
`
