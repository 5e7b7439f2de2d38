/** What the console manages: its sessions, named tokens that do not expire, keys with their age, and the origins of the brand's pages. */
export const consoleAccess = `
create table console_sessions (
  secret_hash text primary key,
  user_id text not null references users,
  client_id text not null references clients,
  expires_at timestamptz not null
);
comment on column console_sessions.client_id is 'The client that the user is looking at: production or the sandbox of the account';

alter table tokens add column name text;
alter table tokens add column last_used_at timestamptz;
comment on column tokens.name is 'The name that the brand gave a managed token';

alter table signing_keys add column created_at timestamptz;
comment on column signing_keys.created_at is 'Null: the key is older than the console';

create table allowed_origins (
  account text not null,
  origin text not null,
  created_at timestamptz not null,
  primary key (account, origin)
);
comment on table allowed_origins is 'Origins that were added in the console. The options of the platform have more';
`
