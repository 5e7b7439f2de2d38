/** Stores which device made a link. An unverified consumer can change a link only from that device. */
export const shareableDevices = `
alter table shareables add column device_id text;
comment on column shareables.device_id is 'The device that made the link. Null: made by the brand, or moved here from another person';
`
