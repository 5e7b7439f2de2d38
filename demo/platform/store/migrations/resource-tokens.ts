/** Tokens that are limited to one resource, such as a person. */
export const resourceTokens = `
alter table tokens add column resource_type text;
alter table tokens add check ((type = 'RESOURCE') = (resource_type is not null));
comment on column tokens.resource_type is 'Of a RESOURCE token: what identity_id is the id of';
`
