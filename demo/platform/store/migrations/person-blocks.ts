/** Two blocks of a person stand side by side, each with its reason. */
export const personBlocks = `
alter table persons add column blocks jsonb not null default '{}';
alter table persons disable trigger next_version;
update persons set blocks = jsonb_build_object(blocked, block_reason) where blocked <> 'NONE' or block_reason is not null;
alter table persons enable trigger next_version;
alter table persons drop column blocked;
alter table persons drop column block_reason;
comment on column persons.blocks is 'By type, EVENTS or REWARDS, the reason or null. NONE has the reason for which the last block ended';
`
