/** A webhook that fails for days is disabled. */
export const failingWebhooks = `
alter table webhooks add failing_since timestamptz;
comment on column webhooks.failing_since is 'The first attempt that failed since the last success. It stays when the failures have disabled the webhook';
`
