/** What was refused without an answer that says so: asynchronous events and clicks. */
export const refusals = `
create table refusals (
  refusal_id text primary key,
  position bigint generated always as identity,
  client_id text not null references clients,
  kind text not null check (kind in ('EVENT', 'CLICK')),
  subject text not null,
  event_id text,
  code text not null,
  message text not null,
  data json,
  refused_at timestamptz not null
);
comment on column refusals.subject is 'The name of the event, or the code in the link';
create index on refusals (client_id, kind, position);
`
