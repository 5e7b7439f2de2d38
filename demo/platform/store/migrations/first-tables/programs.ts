/** Tables of accounts and programs: clients, programs, versions of the campaign and their zones. */
export const programs = `
create table clients (
  client_id text primary key,
  account text not null,
  name text not null,
  sandbox boolean not null default false,
  identity_key text not null default 'email',
  time_zone text not null default 'UTC',
  paid boolean not null default true
);
comment on column clients.account is 'The owner of the client. An account has a production client and a sandbox client';
comment on column clients.time_zone is 'The time zone of the account, by its IANA name';

create table programs (
  campaign_id text primary key,
  client_id text not null references clients,
  name text not null,
  label text not null,
  cookie_consent text check (cookie_consent in ('granted', 'denied', 'unset'))
);
comment on column programs.cookie_consent is 'Null: the program does not ask for consent';

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
comment on column campaign_versions.preview_key is 'Whoever has this key can see the version, even if it is not published';

create table zones (
  campaign_id text not null,
  version int not null,
  zone_name text not null,
  source text not null,
  primary key (campaign_id, version, zone_name),
  foreign key (campaign_id, version) references campaign_versions
);
comment on table zones is 'The zones that a version changes. Other zones keep the content of earlier versions';
comment on column zones.source is 'The JSON source';
`
