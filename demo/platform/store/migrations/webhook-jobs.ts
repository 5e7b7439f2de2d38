/** The messages of webhooks are delivered by jobs. */
export const webhookJobs = `
insert into jobs (job_id, kind, client_id, lane, payload, run_at, created_at)
  select 'webhook-message:' || webhook_id || ':' || message_id, 'webhook-message', client_id, webhook_id, to_json(message_id),
    next_attempt_at, m.created_at
  from webhook_messages m join webhooks using (webhook_id) where state = 'PENDING' order by m.position;
drop index webhook_messages_webhook_id_next_attempt_at_idx;
drop index webhook_messages_created_at_idx;
create index on webhook_messages (next_attempt_at) where state <> 'PENDING';
alter table webhook_messages drop column lease;
comment on column webhook_messages.next_attempt_at is 'Of a message that is delivered or dead: the time of its last attempt';
`
