/** SFTP servers to which the platform delivers files. */
export const sftpServers = `
create table sftp_servers (
  sftp_server_id text primary key,
  position bigint generated always as identity,
  client_id text not null references clients,
  name text not null,
  host text not null,
  port int not null,
  username text not null,
  password text,
  private_key text,
  passphrase text,
  folder text not null,
  host_key_fingerprint text,
  sync_status text,
  sync_error_code text,
  sync_error_message text,
  synced_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
comment on column sftp_servers.password is 'The secrets are never part of a response or a log';
comment on column sftp_servers.host_key_fingerprint is 'Null: the first synchronization accepts any key and stores its fingerprint';
create index on sftp_servers (client_id, position);

create table sftp_deliveries (
  delivery_id text primary key,
  position bigint generated always as identity,
  sftp_server_id text not null references sftp_servers on delete cascade,
  filename text not null,
  created_at timestamptz not null
);
comment on table sftp_deliveries is 'Files that wait for their delivery. Their contents are in the folder of the platform''s files';
create index on sftp_deliveries (sftp_server_id, position);
`
