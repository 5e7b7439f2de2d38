/** Files that the brand uploads. Their contents are in the folder of the platform's files. */
export const uploadedFiles = `
create table files (
  file_id text primary key,
  position bigint generated always as identity,
  client_id text not null references clients,
  user_id text not null,
  name text not null,
  filename text not null,
  tags text[] not null,
  format text not null check (format in ('CSV', 'PSV', 'JSON', 'JSONL', 'XLSX')),
  size bigint not null,
  status text not null check (status in ('AVAILABLE', 'EXPIRED')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  expired_at timestamptz
);
comment on column files.position is 'The order of creation, also for files of the same millisecond';
comment on column files.user_id is 'The identity of the token that uploaded the file';
create index on files (client_id, position);
`
