/** The clicks on a link, or on one of its shares. The figures of a person, and the list of their shares, read all clicks. */
export const clickIndexes = `
create index on clicks (code, partner_share_id);
`
