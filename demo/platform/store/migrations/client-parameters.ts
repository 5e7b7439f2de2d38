/** The consumer cannot change a parameter of type CLIENT that the backend has set. */
export const clientParameters = `
alter table parameters add column set_by_backend boolean not null default false;
`
