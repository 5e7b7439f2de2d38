/** The report of referrals is read by their time, and in each campaign for itself. */
export const referralReportIndex = `
drop index referrals_updated_at_advocate_id_friend_id_container_idx;
create index on referrals (updated_at, advocate_id, friend_id, container, campaign_id);
`
