/** Stores with which key the secrets are encrypted. Secrets that a database already has are encrypted at the next start. */
export const secretKey = `
create table secret_key (
  singleton boolean primary key default true check (singleton),
  key_id text not null,
  key_check text not null
);
comment on table secret_key is 'One row: the key with which secrets are encrypted. The key itself is not in the database';
comment on column secret_key.key_check is 'A known text, encrypted: a process with another key is refused';
`
