/** Reports that the brand runs again and again, and what each run has written. */
export const reportRunners = `
create table report_runners (
  report_runner_id text primary key,
  position bigint generated always as identity,
  client_id text not null references clients,
  name text not null,
  report_type text not null,
  tags text[] not null,
  sftp_server_id text references sftp_servers on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
comment on column report_runners.sftp_server_id is 'Where each report is delivered. Null: nowhere';
create index on report_runners (client_id, position);

create table report_runs (
  report_run_id text primary key,
  position bigint generated always as identity,
  report_runner_id text not null references report_runners on delete cascade,
  filename text not null,
  row_count int not null,
  size bigint not null,
  sftp_server_id text,
  sync_status text,
  sync_error_code text,
  sync_error_message text,
  created_at timestamptz not null
);
comment on table report_runs is 'The contents of the reports are in the folder of the platform''s files';
comment on column report_runs.sync_status is 'The result of the delivery. Null: the report is not delivered';
create index on report_runs (report_runner_id, position);
`
