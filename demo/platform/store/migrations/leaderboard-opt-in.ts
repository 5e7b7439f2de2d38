/** A parameter named `leaderboard` can be one of the brand's own. */
export const leaderboardOptIn = `
drop index parameters_person_id_idx;
create index on parameters (person_id) where name = 'leaderboard_opt_in' and value = 'true';
`
