/** Tables of events and what follows from them: links, shares, clicks, steps, journeys and referrals. */
export const events = `
create table events (
  event_id text primary key,
  person_id text not null references persons,
  device_id text,
  came_with text,
  verified boolean not null default false,
  event_name text not null,
  partner_event_id text,
  data jsonb not null,
  event_time timestamptz not null,
  created_at timestamptz not null
);
comment on column events.device_id is 'The device of the consumer of the event';
comment on column events.came_with is 'The device id of the token in the request. It differs from device_id if the event named another consumer';
create unique index on events (device_id, event_name, partner_event_id);
create index on events (person_id, event_name, partner_event_id);

create table shareables (
  code text primary key,
  person_id text not null references persons,
  key text not null,
  label text,
  content jsonb,
  data jsonb not null,
  position bigint generated always as identity,
  created_at timestamptz not null,
  unique (person_id, key)
);

create table shares (
  share_id text primary key,
  person_id text not null references persons,
  campaign_id text not null,
  event_id text not null references events,
  code text references shareables,
  partner_share_id text,
  channel text,
  message text,
  subject text,
  recipients text[] not null,
  data jsonb not null,
  position bigint generated always as identity,
  shared_at timestamptz not null
);

create table clicks (
  click_id text primary key,
  code text not null references shareables,
  person_id text not null references persons,
  partner_share_id text,
  position bigint generated always as identity,
  clicked_at timestamptz not null
);
create index on clicks (person_id, clicked_at);

create table steps (
  step_id text primary key,
  person_id text not null references persons,
  event_id text not null references events,
  step_name text not null,
  campaign_id text not null,
  quality text not null default 'HIGH',
  value text,
  position bigint generated always as identity,
  data jsonb not null,
  event_date timestamptz not null
);

create table journeys (
  journey_id text primary key,
  person_id text not null references persons,
  campaign_id text not null,
  container text not null,
  journey_type text not null check (journey_type in ('ADVOCATE', 'FRIEND')),
  data jsonb not null default '{}',
  entry jsonb not null,
  last jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (person_id, journey_type, container)
);
comment on column journeys.entry is 'What started the journey; last: its latest touch';

create table referrals (
  advocate_id text not null references persons,
  friend_id text not null references persons,
  code text references shareables,
  container text not null,
  reason text not null,
  position bigint generated always as identity,
  updated_at timestamptz not null,
  primary key (advocate_id, friend_id)
);
`
