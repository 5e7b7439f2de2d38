/** A reward that meets a condition. One that a merge has canceled does not count. */
const find = (condition: string) => `(select reward_id from rewards
    where ${condition} and reward_name = name and person_id = person and container = in_container and campaign_id = campaign
      and not (state = 'CANCELED' and once_per is null) limit 1)`

/**
 * The reward that a recipient has already, if its limit (`once_per`) allows no other. `decideRewards` says what follows. The function is volatile, as
 * `earlier_event`: one statement can lock the earnings of a person and see what others have earned meanwhile. Each limit has a query of its own, for its
 * index.
 */
export const earlierReward = `
create function earlier_reward(name text, person text, in_container text, campaign text, limited_by text, friend text, event text) returns text
language plpgsql volatile as $$
begin
  if limited_by = 'event' then
    return ${find('event_id = event')};
  elsif limited_by = 'friend' then
    return ${find('friend_id = friend')};
  end if;
  return ${find('true')};
end $$;
`
