/**
 * What people configure has one number, which each change of these tables increases. A process keeps what it has read until the number differs. The
 * trigger runs in the transaction of the change, so nobody sees the one without the other.
 */
const CONFIGURED = ['clients', 'allowed_origins', 'program_domains', 'programs', 'campaign_versions', 'zones']

export const configurationRevision = `
create table configuration_revision (
  is_only boolean primary key default true check (is_only),
  number bigint not null
);
create function count_configuration_change() returns trigger language plpgsql as $$
begin
  insert into configuration_revision as kept (number) values (1) on conflict (is_only) do update set number = kept.number + 1;
  return null;
end $$;
${CONFIGURED.map(
  table => `create trigger configuration_changed after insert or update or delete on ${table}
  for each statement execute function count_configuration_change();`,
).join('\n')}
`
