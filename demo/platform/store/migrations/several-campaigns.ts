/**
 * A client can have several campaigns. Each has its own journeys and referrals, and its rewards have limits of their own. Campaigns have an order: that of
 * their creation.
 */
export const severalCampaigns = `
alter table programs drop constraint programs_client_id_key;
alter table programs add column position bigint generated always as identity;
create index on programs (client_id, position);

alter table referrals add column campaign_id text not null default '';
comment on column referrals.campaign_id is 'The campaign in which the friend is referred. Empty: older than campaigns of their own';
update referrals r set campaign_id = coalesce((select campaign_id from programs join persons using (client_id)
  where person_id = r.friend_id order by programs.position limit 1), '');
alter table referrals drop constraint referrals_pkey;
alter table referrals add primary key (advocate_id, friend_id, container, campaign_id);

alter table journeys drop constraint journeys_person_id_journey_type_container_key;
alter table journeys add unique (person_id, journey_type, container, campaign_id);

drop index rewards_person_id_reward_name_container_friend_id_idx;
drop index rewards_person_id_reward_name_container_idx;
drop index rewards_person_id_reward_name_container_event_id_idx;
create unique index on rewards (person_id, reward_name, container, campaign_id, friend_id) where once_per = 'friend';
create unique index on rewards (person_id, reward_name, container, campaign_id) where once_per = 'person';
create unique index on rewards (person_id, reward_name, container, campaign_id, event_id) where once_per = 'event';
`
