/** How far the platform's clock is ahead of that of the machine. Without a row, nobody has moved it. */
export const clock = `
create table clock (
  is_only boolean primary key default true check (is_only),
  ahead_ms bigint not null
);
`
