/** The figures that the console shows, so that its pages read no table that grows with people. A job computes them anew. */
export const figures = `
create table figures (
  client_id text not null references clients,
  day date not null,
  figure text not null,
  channel text not null,
  currency text not null default '',
  value numeric not null,
  primary key (client_id, day, figure, channel, currency)
);
comment on column figures.day is 'In the time zone of the client';
comment on column figures.channel is 'That of the share to which it leads back';
comment on column figures.currency is 'Of costs. Empty: a number of things';

create table figure_runs (
  client_id text primary key references clients,
  as_of timestamptz not null,
  advocates json not null,
  attention json not null
);
comment on table figure_runs is 'The newest run of the job for each client, and what it has found beside the figures';
comment on column figure_runs.advocates is 'By number of days, those who referred the most friends';
comment on column figure_runs.attention is 'What somebody should look at';
`
