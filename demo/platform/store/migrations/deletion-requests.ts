/** The events by which people ask for the deletion of their data: tasks for the brand. */
export const deletionRequests = `
create table deletion_requests (
  event_id text primary key references events on delete cascade,
  position bigint generated always as identity,
  client_id text not null references clients,
  done_at timestamptz,
  done_by text
);
comment on column deletion_requests.done_at is 'Null: the task is open';
comment on column deletion_requests.done_by is 'The email address of the user who has marked the task as done';
create index on deletion_requests (client_id, (done_at is null), position);
`
