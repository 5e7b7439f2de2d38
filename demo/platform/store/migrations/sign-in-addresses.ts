/** The addresses that have signed in to an account. Failed attempts of other addresses do not lock them out. */
export const signInAddresses = `
create table sign_in_addresses (
  user_id text not null references users on delete cascade,
  address_hash text not null,
  signed_in_at timestamptz not null,
  primary key (user_id, address_hash)
);
comment on column sign_in_addresses.signed_in_at is 'The last time. After 90 days the address is unknown again';
`
