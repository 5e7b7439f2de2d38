/** Tables of persons and what belongs to them: parameters, audiences, files and mails. */
export const persons = `
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
comment on column persons.merged_into is 'The person that this one was merged into. Its email and partner_user_id lead to that person';
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

create table audience_memberships (
  person_id text not null references persons,
  audience_id text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (person_id, audience_id)
);

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
comment on column assets.content_url is 'The URL of content that is hosted elsewhere';

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
