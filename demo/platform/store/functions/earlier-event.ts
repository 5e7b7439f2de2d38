/**
 * The event that an event with the same name and `partner_event_id` repeats: one of the same device, or of the same person if one of the two is proven or
 * both came with the same token. Between unproven claims of different devices it is another event: otherwise anybody could suppress somebody's purchase by
 * guessing its number. A client that named another person and lost the response sends the event again with its previous token, so that token counts as
 * well. `decideAcceptance` says what follows.
 *
 * A statement sees the database as it was before it waited for a lock. The function is volatile: its query also sees what others have committed meanwhile.
 * So one statement can lock the person and read the facts.
 */
export const earlierEvent = `
create function earlier_event(person text, name text, partner_id text, device text, is_verified boolean, request_device text) returns json
language plpgsql volatile as $$
begin
  return (select json_build_object('event_id', event_id, 'person_id', person_id, 'verified', verified) from events
    where event_name = name and partner_event_id = partner_id
      and (device_id = device or (person_id = person and (came_with = request_device or is_verified or verified)))
    order by verified desc, created_at limit 1);
end $$;
`
