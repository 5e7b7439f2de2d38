/** The program becomes a part of the campaign's version. What its rules create remembers the names that the program had then. */
export const programData = `
alter table campaign_versions add column program text;
comment on column campaign_versions.program is 'The JSON source of the program. Null: the version does not change the program';

alter table steps add column program_name text;
alter table steps add column program_label text;
alter table steps add column journey_name text;
update steps set program_name = p.name, program_label = p.label from programs p where p.campaign_id = steps.campaign_id;
alter table steps alter column program_name set not null;
alter table steps alter column program_label set not null;
comment on column steps.journey_name is 'Null: the step belongs to no journey';

alter table journeys add column program_label text;
alter table journeys add column journey_name text;
update journeys set program_label = p.label, journey_name = p.name from programs p where p.campaign_id = journeys.campaign_id;
alter table journeys alter column program_label set not null;
alter table journeys alter column journey_name set not null;

alter table shares add column journey_name text;

alter table rewards add column journey_name text;
update rewards set journey_name = p.name from programs p where p.campaign_id = rewards.campaign_id;
alter table rewards alter column journey_name set not null;
alter table rewards add column coupon_code text;
alter table rewards add column fulfill_at timestamptz;
comment on column rewards.coupon_code is 'The code that the recipient gets with the fulfillment';
comment on column rewards.fulfill_at is 'When the platform fulfills the reward. Null: the brand approves it';
alter table rewards drop constraint rewards_person_id_friend_id_reward_name_key;
create index on rewards (person_id, reward_name);
create index on rewards (fulfill_at) where state = 'EARNED';

create index on shareables (lower(code));

alter table programs drop column name;
alter table programs drop column label;
`
