/** Work that the platform has accepted and does in the background. */
export const jobs = `
create table jobs (
  job_id text primary key,
  position bigint generated always as identity,
  kind text not null,
  client_id text not null references clients,
  lane text not null,
  payload json not null,
  due_at timestamptz not null,
  failures int not null default 0,
  created_at timestamptz not null
);
comment on column jobs.lane is 'Jobs of one lane run in their order, one at a time';
comment on column jobs.due_at is 'When the job may run, by the clock of the platform';
create index on jobs (kind, position);
create index on jobs (kind, lane, position);
`
