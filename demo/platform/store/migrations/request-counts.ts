/**
 * Rate limits that all processes have in common. An unlogged table is faster. If the server crashes, it is emptied, and the time
 * windows begin anew.
 */
export const requestCounts = `
create unlogged table request_counts (
  key text primary key,
  count int not null,
  ends_at timestamptz not null
);
comment on table request_counts is 'The requests of a token, an address or a person in the current time window';
`
