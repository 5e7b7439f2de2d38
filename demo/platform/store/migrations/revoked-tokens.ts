/** Distinguishes a revoked token from one that was replaced, whatever the clocks of the processes say. */
export const revokedTokens = `
alter table tokens add column is_revoked boolean not null default false;
comment on column tokens.is_revoked is 'Invalid at once. A replaced token is not revoked: it is valid until invalidated_at';
`
