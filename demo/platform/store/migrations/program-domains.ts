/** Program domains that were added in the console, beside the one in the options of the platform. */
export const programDomains = `
create table program_domains (
  origin text primary key,
  client_id text not null references clients,
  is_primary boolean not null default false,
  created_at timestamptz not null
);
create unique index program_domains_primary on program_domains (client_id) where is_primary;
comment on column program_domains.client_id is 'The client of calls without a token';
comment on column program_domains.is_primary is 'Whether new links of the client lead here. Without such a row, the domain in the options does';
`
