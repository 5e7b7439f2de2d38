/** Reports run, and files are delivered to SFTP servers, by jobs. A delivery knows its report, whose result it is. */
export const deliveryJobs = `
alter table sftp_deliveries add column report_run_id text references report_runs on delete set null, add column error_code text;
comment on column sftp_deliveries.report_run_id is 'The report that the delivery is a part of';
comment on column sftp_deliveries.error_code is 'Why the last attempt failed';
create index on sftp_deliveries (report_run_id);
create unique index jobs_one_delivery_per_server on jobs (lane) where kind = 'sftp-delivery' and lease is not null;
insert into jobs (job_id, kind, client_id, lane, payload, run_at, created_at)
  select 'sftp-delivery:' || delivery_id, 'sftp-delivery', client_id, sftp_server_id, to_json(delivery_id), d.created_at, d.created_at
  from sftp_deliveries d join sftp_servers using (sftp_server_id) order by d.position;
insert into jobs (job_id, kind, client_id, lane, payload, run_at, created_at)
  select 'report:' || report_runner_id, 'report', client_id, report_runner_id, 'null', next_run_at, created_at
  from report_runners where next_run_at is not null;
drop index report_runners_next_run_at_idx;
alter table report_runners drop column claimed_until;
`
