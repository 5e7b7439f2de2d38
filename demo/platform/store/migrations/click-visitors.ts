/** A click of a known person can also belong to the anonymous visitor whose token the landing page gets. */
export const clickVisitors = `
alter table clicks add column visitor_id text references persons;
comment on column clicks.visitor_id is 'The anonymous visitor of the landing page, if it does not get the token of the person';
create index on clicks (visitor_id) where visitor_id is not null;
`
