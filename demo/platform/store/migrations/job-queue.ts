/**
 * All work in the background is in one table: also rewards that are fulfilled or expire later, and work that a process does outside of a
 * transaction, for which it has a lease. Jobs that have failed for good stay until somebody retries them.
 */
export const jobQueue = `
alter table jobs rename column due_at to run_at;
alter table jobs alter column client_id drop not null;
alter table jobs add column lease text, add column beat int not null default 0, add column died_at timestamptz, add column failure text;
comment on column jobs.client_id is 'Null: work for all clients';
comment on column jobs.lease is 'The run of a process that does the job outside of a transaction. Null: no such run';
comment on column jobs.beat is 'Grows while the process of the lease lives';
comment on column jobs.died_at is 'When the last attempt failed. The job runs again when somebody retries it';
comment on column jobs.failure is 'The error of the last attempt';
drop index jobs_kind_position_idx;
create index on jobs (kind, run_at) where lease is null and died_at is null;
create index on jobs (lease) where lease is not null;
create index on jobs (client_id, died_at) where died_at is not null;

insert into jobs (job_id, kind, client_id, lane, payload, run_at, created_at)
  select 'fulfillment:' || reward_id, 'fulfillment', client_id, reward_id, 'null', fulfill_at, rewards.created_at
  from rewards join persons using (person_id) where state = 'EARNED' and fulfill_at is not null and container = 'production'
  order by rewards.position;
insert into jobs (job_id, kind, client_id, lane, payload, run_at, created_at)
  select 'expiry:' || reward_id, 'expiry', client_id, reward_id, 'null', expires_at, rewards.created_at
  from rewards join persons using (person_id) where state in ('EARNED', 'FULFILLED', 'SENT') and expires_at is not null
  order by rewards.position;
drop index rewards_fulfill_at_idx;
drop index rewards_expires_at_idx;
`
