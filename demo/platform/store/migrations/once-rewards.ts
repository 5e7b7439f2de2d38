/**
 * Each reward stores how often it can exist, and an index makes sure of it. Referrals know their first event and its time. What happens in
 * a container counts in it only.
 */
export const onceRewards = `
alter table rewards add column once_per text check (once_per in ('friend', 'person', 'event'));
alter table rewards add column advocate_id text references persons;
alter table rewards add column event_time timestamptz;
comment on column rewards.event_time is 'The time of the event that earned it. Null: created_at';
comment on column rewards.once_per is 'How often its recipient can have the reward. Null: no longer limited, because a merge made it a duplicate';
comment on column rewards.advocate_id is 'Of a friend: the advocate because of whom the friend earned the reward';
update rewards r set once_per = case
  when exists (select 1 from rewards other where other.reward_id <> r.reward_id and other.person_id = r.person_id
    and other.reward_name = r.reward_name and other.container = r.container and other.friend_id is not distinct from r.friend_id) then null
  when friend_id is not null then 'friend' else 'person' end;
create unique index on rewards (person_id, reward_name, container, friend_id) where once_per = 'friend';
create unique index on rewards (person_id, reward_name, container) where once_per = 'person';
create unique index on rewards (person_id, reward_name, container, event_id) where once_per = 'event';
create index on rewards (friend_id) where friend_id is not null;
create index on rewards (advocate_id) where advocate_id is not null;

alter table referrals add column event_id text references events;
alter table referrals add column referred_at timestamptz;
alter table referrals add column last_at timestamptz;
comment on column referrals.event_id is 'The event that referred the friend first';
comment on column referrals.referred_at is 'The time of that event. Null: updated_at';
comment on column referrals.last_at is 'The time of the newest event that referred the friend. Null: updated_at';
alter table referrals drop constraint referrals_pkey;
alter table referrals add primary key (advocate_id, friend_id, container);
create index on referrals (friend_id);

alter table audience_memberships add column container text not null default '';
comment on column audience_memberships.container is 'The container of the step that joined the audience. Empty: added by the brand, for all containers';
alter table audience_memberships drop constraint audience_memberships_pkey;
alter table audience_memberships add primary key (person_id, audience_id, container);
`
