/** Reports and lists are read page by page in the order of these indexes, and a person is found by one of the brand's own ids. */
export const reportIndexes = `
create index on events (created_at, event_id);
create index on persons (created_at, person_id);
create index on referrals (updated_at, advocate_id, friend_id, container);
create index on rewards (created_at, reward_id);
create index on rewards (position);
create index on shares (shared_at, share_id);
create index on events using gin (data jsonb_path_ops);
`
