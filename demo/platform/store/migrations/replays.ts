/** What a draft of a program would change: the newest replay of each draft, and the rewards that differ. */
export const replays = `
create table replays (
  campaign_id text not null,
  version int not null,
  live_version int,
  status text not null check (status in ('RUNNING', 'DONE', 'FAILED')),
  run text,
  total int not null default 0,
  processed int not null default 0,
  not_kept int not null default 0,
  not_decided int not null default 0,
  with_facts_of_now int not null default 0,
  started_at timestamptz not null,
  ended_at timestamptz,
  primary key (campaign_id, version),
  foreign key (campaign_id, version) references campaign_versions
);
comment on column replays.run is 'The lease of the job that writes the changes. A process that has lost it writes no more';

create table replay_changes (
  position bigint generated always as identity,
  campaign_id text not null,
  version int not null,
  kind text not null check (kind in ('gained', 'lost', 'changed', 'moved')),
  event_id text not null,
  event_time timestamptz not null,
  reward_name text not null,
  person_id text not null,
  friend_id text,
  once_per text not null,
  value_before numeric,
  type_before text,
  value_after numeric,
  type_after text,
  primary key (campaign_id, version, position),
  foreign key (campaign_id, version) references replays on delete cascade
);
comment on column replay_changes.kind is 'moved: another event earns the same reward';
`
