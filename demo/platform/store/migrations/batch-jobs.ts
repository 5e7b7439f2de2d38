/** Jobs that process the rows of an uploaded file. */
export const batchJobs = `
create table batch_jobs (
  batch_job_id text primary key,
  position bigint generated always as identity,
  client_id text not null references clients,
  user_id text not null,
  name text not null,
  type text not null check (type in ('EVENTS', 'PERSONS')),
  event_name text,
  file_id text not null,
  format text not null,
  size bigint not null,
  status text not null check (status in ('QUEUED', 'RUNNING', 'SUCCEEDED', 'FAILED', 'CANCELED')),
  progress double precision not null default 0,
  processed_rows int not null default 0,
  failed_rows int not null default 0,
  failure text,
  created_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz,
  touched_at timestamptz
);
comment on column batch_jobs.file_id is 'The file can be deleted while the job runs: the job has a link of its own to the content';
comment on column batch_jobs.touched_at is 'When a process last worked on the job, by the clock of the database';
create index on batch_jobs (client_id, position);
create index on batch_jobs (position) where status in ('QUEUED', 'RUNNING');

create table batch_job_errors (
  batch_job_id text not null references batch_jobs on delete cascade,
  row int not null,
  code text not null,
  message text not null,
  parameters jsonb not null,
  primary key (batch_job_id, row)
);
comment on table batch_job_errors is 'The rows that failed. Row 1 is the first row after the names of the columns';
`
