/**
 * Whether a webhook is informed about messages of a type. Each event asks. The function keeps the plan of its query, which PostgreSQL would otherwise make
 * for each event. `queueMessages` finds the webhooks when there is one.
 */
export const isSubscribed = `
create function is_subscribed(client text, message_type text) returns boolean language plpgsql stable as $$
begin
  return exists (select 1 from webhooks w where w.client_id = client and w.enabled and message_type = any(w.event_types));
end $$;
`
