/** Finds the tokens of a brand's backend among those of its consumers. */
export const backendTokenIndex = `
create index on tokens (client_id, created_at) where type <> 'CONSUMER';
`
