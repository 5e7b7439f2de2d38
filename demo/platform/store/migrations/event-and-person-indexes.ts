/**
 * A merge searches the rows of a person, and an event that replaces another one, or is deleted, those of the event. Each search read the whole
 * table.
 */
export const eventAndPersonIndexes = `
create index on steps (event_id);
create index on shares (event_id);
create index on rewards (event_id);
create index on referrals (event_id);
create index on steps (person_id);
create index on shares (person_id);
create index on assets (person_id);
create index on mails (person_id);
create index on tokens (identity_id);
`
