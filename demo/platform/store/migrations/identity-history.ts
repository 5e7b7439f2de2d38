/** The emails and customer numbers that each person has and had. */
export const identityHistory = `
create table identity_history (
  person_id text not null references persons,
  identity_key text not null check (identity_key in ('email', 'partner_user_id')),
  value text not null,
  position bigint generated always as identity,
  created_at timestamptz not null,
  ended_at timestamptz
);
comment on column identity_history.ended_at is 'Null: the person has the value now';
create index on identity_history (person_id);
create unique index on identity_history (person_id, identity_key) where ended_at is null;

insert into identity_history (person_id, identity_key, value, created_at)
select person_id, identity_key, value, created_at from persons
cross join lateral (values ('email', email), ('partner_user_id', partner_user_id)) as keys (identity_key, value)
where value is not null order by created_at, person_id, identity_key;
`
