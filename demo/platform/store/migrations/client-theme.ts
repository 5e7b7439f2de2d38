/** How the widgets of a program look in the previews of the console. */
export const clientTheme = `
alter table clients add column theme jsonb;
comment on column clients.theme is 'What differs from the own colors and sizes of the widgets. Null: nothing';
`
