/** Allowed origins belong to a client: those of the sandbox do not count in production. Existing ones become those of production. */
export const clientOrigins = `
alter table allowed_origins add column client_id text references clients;
update allowed_origins o set client_id =
  (select client_id from clients c where c.account = o.account order by sandbox, client_id limit 1);
delete from allowed_origins where client_id is null;
alter table allowed_origins drop column account;
alter table allowed_origins alter column client_id set not null;
alter table allowed_origins add primary key (client_id, origin);
comment on column allowed_origins.client_id is 'The sandbox also has the origins of production';
`
