/** What somebody types into the editor of a zone, for its preview. Nobody has saved it: it is no version, and a job deletes it after a day. */
export const zoneDrafts = `
create table zone_drafts (
  preview_key text primary key,
  user_id text not null references users on delete cascade,
  campaign_id text not null references programs on delete cascade,
  zone_name text not null,
  source text not null,
  changed_at timestamptz not null
);
comment on column zone_drafts.preview_key is 'Whoever has this key can see the draft';
create index zone_drafts_changed_at on zone_drafts (changed_at);
`
