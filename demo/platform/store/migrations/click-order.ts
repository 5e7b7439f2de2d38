/** An event looks for the newest click of its person. The order of these indexes ends the search at the first row. */
export const clickOrder = `
create index on clicks (person_id, clicked_at, position);
create index on clicks (visitor_id, clicked_at, position) where visitor_id is not null;
drop index clicks_person_id_clicked_at_idx;
drop index clicks_visitor_id_idx;
`
