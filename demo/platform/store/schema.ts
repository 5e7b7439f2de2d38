/**
 * The tables of the platform. The platform creates ids and times, not the database. A person without email and
 * partner_user_id is an anonymous consumer. Only hashes of tokens are stored, so that a stolen table grants no access.
 */
export const schema = `
create table clients (
  client_id text primary key,
  account text not null,
  name text not null,
  sandbox boolean not null default false,
  identity_key text not null default 'email',
  time_zone text not null default 'UTC',
  paid boolean not null default true
);

comment on column clients.account is 'Who owns the tenant: an account has one for production and one as sandbox';
comment on column clients.time_zone is 'The account''s, by its name in the IANA database';

create table programs (
  campaign_id text primary key,
  client_id text not null references clients,
  name text not null,
  label text not null,
  cookie_consent text check (cookie_consent in ('granted', 'denied', 'unset'))
);
comment on column programs.cookie_consent is 'Null: the program asks nobody';

create table campaign_versions (
  campaign_id text not null references programs,
  version int not null,
  parent_version int,
  editor_id text not null,
  message text not null,
  preview_key text not null unique,
  created_date timestamptz not null,
  published_date timestamptz,
  primary key (campaign_id, version)
);
comment on column campaign_versions.published_date is 'Null: a draft';
comment on column campaign_versions.parent_version is 'The version it was edited from';
comment on column campaign_versions.preview_key is 'Who has it may see the version, published or not';

create table zones (
  campaign_id text not null,
  version int not null,
  zone_name text not null,
  source text not null,
  primary key (campaign_id, version, zone_name),
  foreign key (campaign_id, version) references campaign_versions
);
comment on table zones is 'The zones that a version changes; the others are as earlier versions have left them';
comment on column zones.source is 'The JSON, as its marketer wrote it';

create table persons (
  person_id text primary key,
  email text unique,
  partner_user_id text unique,
  first_name text,
  last_name text,
  profile_picture_url text,
  locale text,
  cookie_consent text check (cookie_consent in ('granted', 'denied')),
  processing_consent text check (processing_consent in ('granted', 'denied')),
  blocked text not null default 'NONE' check (blocked in ('NONE', 'EVENTS', 'REWARDS')),
  block_reason text,
  merged_into text references persons,
  version int not null default 1,
  created_at timestamptz not null
);
comment on column persons.merged_into is 'Whom the profile became a part of; its email and partner_user_id still lead there';
create index on persons (merged_into);

create function next_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;
create trigger next_version before update on persons
  for each row when (old is distinct from new) execute function next_version();

create table parameters (
  person_id text not null references persons,
  name text not null,
  value jsonb not null,
  type text not null default 'PRIVATE',
  updated_at timestamptz not null,
  primary key (person_id, name)
);

create table tokens (
  token_hash text primary key,
  type text not null check (type in ('CONSUMER', 'MANAGED', 'USER', 'RESOURCE')),
  client_id text not null references clients,
  identity_id text not null,
  device_id text,
  scopes text[] not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  invalidated_at timestamptz,
  authorized_at timestamptz
);
comment on column tokens.device_id is 'One chain of rotated tokens: what one browser or app has held';
comment on column tokens.invalidated_at is 'May lie a moment ahead: a rotated token lives on for the calls under way';
comment on column tokens.authorized_at is 'The brand has vouched for its holder, who is told by another token in the next answer';
create index on tokens (device_id);

create table users (
  user_id text primary key,
  client_id text not null references clients,
  email text not null unique,
  password_salt text not null,
  password_hash text not null,
  scopes text[] not null
);

create table authorization_codes (
  code_hash text primary key,
  user_id text not null references users,
  redirect_uri text not null,
  expires_at timestamptz not null
);

create table signing_keys (
  client_id text not null references clients,
  kid text not null,
  kind text not null check (kind in ('HMAC', 'RSA', 'EC', 'AES', 'RSA_PRIVATE')),
  material text not null,
  audience text,
  revoked_at timestamptz,
  primary key (client_id, kid)
);
comment on column signing_keys.audience is 'What the aud claim has to name. Null: anything';

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
comment on column events.device_id is 'The chain of tokens of the consumer whose event it is';
comment on column events.came_with is 'The chain it was sent with: another one where it named somebody else';
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
comment on column journeys.entry is 'Why and from whom it began; last: the same for its newest touch';

create table assets (
  asset_id text primary key,
  person_id text not null references persons,
  name text not null,
  filename text not null,
  mime_type text not null,
  tags text[] not null,
  data_type text not null check (data_type in ('PRIVATE', 'PUBLIC')),
  status text not null check (status in ('APPROVED', 'DENIED', 'PENDING_REVIEW')),
  content bytea,
  content_url text,
  position bigint generated always as identity,
  created_at timestamptz not null
);
comment on column assets.content_url is 'Where the content is hosted, if not here';

create table audience_memberships (
  person_id text not null references persons,
  audience_id text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (person_id, audience_id)
);

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

create table rewards (
  reward_id text primary key,
  reward_name text not null,
  reward_supplier_id text not null default 'store-credit',
  reward_type text not null default 'CUSTOM_REWARD',
  person_id text not null references persons,
  friend_id text references persons,
  event_id text not null references events,
  campaign_id text not null,
  state text not null default 'EARNED',
  face_value numeric not null,
  face_value_type text not null,
  partner_reward_id text,
  partner_reward_key_type text not null default 'COUPON',
  container text not null,
  data jsonb not null,
  position bigint generated always as identity,
  created_at timestamptz not null,
  expires_at timestamptz,
  unique (person_id, friend_id, reward_name)
);
comment on column rewards.friend_id is 'For whom an advocate has earned it; null: for what its person did';
comment on column rewards.reward_type is 'Who fulfils it: a CUSTOM_REWARD the brand itself';

create table reward_states (
  reward_id text not null references rewards on delete cascade,
  state text not null,
  message text,
  position bigint generated always as identity,
  created_at timestamptz not null
);
comment on table reward_states is 'Every state a reward has come into';
create index on reward_states (reward_id, position);

create function first_state() returns trigger language plpgsql as $$
begin
  insert into reward_states (reward_id, state, created_at) values (new.reward_id, new.state, new.created_at);
  return null;
end $$;
create trigger first_state after insert on rewards for each row execute function first_state();

create table mails (
  mail_id text primary key,
  person_id text not null references persons,
  device_id text,
  recipient text not null,
  subject text not null,
  body text not null,
  secret_hash text unique,
  status text not null,
  position bigint generated always as identity,
  created_at timestamptz not null,
  used_at timestamptz
);
`
