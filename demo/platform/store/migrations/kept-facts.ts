/**
 * What the platform knew when it decided. It changes later: audiences, earlier rewards, the program. So "why" can decide again as it was then.
 */
export const keptFacts = `
alter table events add column known jsonb;
comment on column events.known is 'What was known about the person: level, language and audiences. Null: not kept';
alter table events add column repeats int not null default 0;
alter table events add column repeated_at timestamptz;
comment on column events.repeats is 'How often the event came again with the same partner_event_id, and was not recorded';
alter table steps add column facts jsonb;
comment on column steps.facts is 'What decided in the campaign besides the event: its version, links, referral and earlier rewards. Null: not kept';
`
