/**
 * The console finds persons by a part of their email, customer number or name, and by the brand's own ids of events, whatever the case. Each search read the
 * whole table. If the extension cannot be created, because the user may not or the server lacks its files, only the search for persons still does
 * (docs/scale.md).
 */
export const personSearch = `
do $$
declare place regnamespace;
begin
  begin
    create extension if not exists pg_trgm;
  exception when insufficient_privilege or undefined_file or feature_not_supported then null;
  end;
  select extnamespace into place from pg_extension where extname = 'pg_trgm';
  if place is not null then
    execute format($index$
      create index persons_search on persons using gin (
        lower(email) %1$s.gin_trgm_ops,
        lower(partner_user_id) %1$s.gin_trgm_ops,
        lower(coalesce(first_name, '') || ' ' || coalesce(last_name, '')) %1$s.gin_trgm_ops
      )
    $index$, place);
  end if;
end $$;

drop index events_data_idx;
create index events_lower_data on events using gin ((lower(data::text)::jsonb) jsonb_path_ops);
`
