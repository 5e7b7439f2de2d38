/** Who is first, so that no zone counts what all people have done. A job computes it anew. */
export const leaderboards = `
create table leaderboards (
  client_id text not null references clients,
  counts text not null,
  period text not null,
  wanted_at timestamptz not null,
  as_of timestamptz,
  starts_at timestamptz,
  top json not null default '[]',
  primary key (client_id, counts, period)
);
comment on column leaderboards.counts is 'referrals, rewards, or the name of an event';
comment on column leaderboards.wanted_at is 'About when a zone has last asked for it';
comment on column leaderboards.as_of is 'Null: not computed yet';
comment on column leaderboards.starts_at is 'When the period began that was counted. Null: all time';
comment on column leaderboards.top is 'The first people, each with their value';

create table leaderboard_values (
  client_id text not null,
  counts text not null,
  period text not null,
  value int not null,
  people int not null,
  primary key (client_id, counts, period, value),
  foreign key (client_id, counts, period) references leaderboards on delete cascade
);
comment on column leaderboard_values.people is 'How many people have at least this value: from it follows the rank of everybody';

create index on parameters (person_id) where name = 'leaderboard' and value = 'true';
`
