/** Tables of rewards and their states. */
export const rewards = `
create table rewards (
  reward_id text primary key,
  reward_name text not null,
  reward_supplier_id text not null default 'store-credit',
  reward_type text not null default 'CUSTOM_REWARD',
  person_id text not null references persons,
  friend_id text references persons,
  event_id text not null references events,
  campaign_id text not null,
  state text not null default 'EARNED',
  face_value numeric not null,
  face_value_type text not null,
  partner_reward_id text,
  partner_reward_key_type text not null default 'COUPON',
  container text not null,
  data jsonb not null,
  position bigint generated always as identity,
  created_at timestamptz not null,
  expires_at timestamptz,
  unique (person_id, friend_id, reward_name)
);
comment on column rewards.friend_id is 'The friend for whom an advocate earned the reward. Null: for their own event';
comment on column rewards.reward_type is 'Who fulfills the reward: CUSTOM_REWARD means the brand itself';

create table reward_states (
  reward_id text not null references rewards on delete cascade,
  state text not null,
  message text,
  position bigint generated always as identity,
  created_at timestamptz not null
);
comment on table reward_states is 'Every state that a reward entered';
create index on reward_states (reward_id, position);
create function first_state() returns trigger language plpgsql as $$
begin
  insert into reward_states (reward_id, state, created_at) values (new.reward_id, new.state, new.created_at);
  return null;
end $$;
create trigger first_state after insert on rewards for each row execute function first_state();
`
