/** A merge of persons changes each of their referrals by its position. Each change read the whole table. */
export const referralPositionIndex = `
create unique index on referrals (position);
`
