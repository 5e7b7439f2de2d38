/** Tables of credentials: tokens, dashboard users, authorization codes and signing keys. */
export const access = `
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
comment on column tokens.device_id is 'The browser or app. A token and its replacements have the same device id';
comment on column tokens.invalidated_at is 'Can be in the future: a replaced token stays valid for a moment, for calls that are under way';
comment on column tokens.authorized_at is 'When the brand verified the holder. The next response exchanges the token';
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
comment on column signing_keys.audience is 'The required aud claim. Null: any';
`
