/** Webhooks, and the messages that the platform sends to them. */
export const webhooks = `
create table webhooks (
  webhook_id text primary key,
  position bigint generated always as identity,
  client_id text not null references clients,
  url text not null,
  event_types text[] not null,
  enabled boolean not null,
  is_gone boolean not null default false,
  secret text not null,
  previous_secret text,
  previous_secret_expires_at timestamptz,
  last_attempt json,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
comment on column webhooks.is_gone is 'Whether the receiver has answered with 410, which disables the webhook';
comment on column webhooks.secret is 'Signs the messages, so it cannot be stored as a hash. It is only part of the response that creates it';
create index on webhooks (client_id, position);

create table webhook_messages (
  webhook_id text not null references webhooks on delete cascade,
  message_id text not null,
  position bigint generated always as identity,
  type text not null,
  payload json not null,
  state text not null default 'PENDING' check (state in ('PENDING', 'DELIVERED', 'DEAD')),
  attempts jsonb not null default '[]',
  failures int not null default 0,
  next_attempt_at timestamptz not null,
  lease text,
  created_at timestamptz not null,
  primary key (webhook_id, message_id)
);
comment on column webhook_messages.attempts is 'All attempts, oldest first, also those before a replay';
comment on column webhook_messages.failures is 'The failed attempts since the message was queued or replayed';
comment on column webhook_messages.next_attempt_at is 'While a process delivers the message: when its lease runs out';
comment on column webhook_messages.lease is 'The attempt that a process is making';
create index on webhook_messages (webhook_id, position);
create index on webhook_messages (webhook_id, state, position);
create index on webhook_messages (webhook_id, next_attempt_at) where state = 'PENDING';
create index on webhook_messages (created_at) where state <> 'PENDING';
`
