/** The cookie consent of the brand's program belongs to its client, which can have several campaigns. */
export const clientSettings = `
alter table clients add column cookie_consent text check (cookie_consent in ('granted', 'denied', 'unset'));
comment on column clients.cookie_consent is 'Null: the program does not ask for consent';
update clients c set cookie_consent =
  (select cookie_consent from programs p where p.client_id = c.client_id order by campaign_id limit 1);
alter table programs drop column cookie_consent;

alter table clients add check (identity_key in ('email', 'partner_user_id'));
comment on column clients.identity_key is 'The key that identifies the persons of the client';
comment on column clients.paid is 'The same for all clients of an account';
`
