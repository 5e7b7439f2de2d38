/** Which token created a token at the server API, and managed tokens without expiry. */
export const tokenMakers = `
alter table tokens add column made_by text;
comment on column tokens.made_by is 'The hash of the token that created this one at the server API. A token ends with its maker';
create index on tokens (made_by) where made_by is not null;

update tokens set expires_at = null where type = 'MANAGED' and name is not null;
`
