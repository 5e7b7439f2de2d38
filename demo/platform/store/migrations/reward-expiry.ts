/** The rewards that expire at a time. The platform looks for those that are due. */
export const rewardExpiry = `
create index on rewards (expires_at) where state in ('EARNED', 'FULFILLED', 'SENT') and expires_at is not null;
`
