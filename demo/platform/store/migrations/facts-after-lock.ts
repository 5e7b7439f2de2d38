/**
 * What an event must know about its person once their row is locked. A statement sees the database as it was before it waited for a lock. These
 * functions are volatile: their queries also see what others have committed meanwhile. So one statement can lock the person and read the facts.
 */
export const factsAfterLock = `
create function audiences_of(person text, containers text[]) returns text[] language plpgsql volatile as $$
begin
  return array(select distinct audience_id from audience_memberships where person_id = person and container = any(containers));
end $$;

create function earlier_event(person text, name text, partner_id text, device text, is_verified boolean, request_device text) returns json
language plpgsql volatile as $$
begin
  return (select json_build_object('event_id', event_id, 'person_id', person_id, 'verified', verified) from events
    where event_name = name and partner_event_id = partner_id
      and (device_id = device or (person_id = person and (came_with = request_device or is_verified or verified)))
    order by verified desc, created_at limit 1);
end $$;
`
