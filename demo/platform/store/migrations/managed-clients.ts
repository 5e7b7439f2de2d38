/** An agency can manage the clients of other accounts. */
export const managedClients = `
alter table clients add column managed_by text;
comment on column clients.managed_by is 'The account of the agency that manages the client for its owner. Null: none';
`
