/** Each person belongs to a client, so that the persons of a sandbox are not those of production. A client has one program. */
export const clientOfPersons = `
alter table persons add column client_id text references clients;
alter table persons disable trigger next_version;
update persons set client_id = (select client_id from programs);
alter table persons enable trigger next_version;
alter table persons alter column client_id set not null;
alter table persons drop constraint persons_email_key;
alter table persons drop constraint persons_partner_user_id_key;
alter table persons add unique (client_id, email);
alter table persons add unique (client_id, partner_user_id);
alter table programs add unique (client_id);
`
