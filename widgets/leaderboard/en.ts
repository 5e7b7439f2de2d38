export const en = {
  leaderboard_headline: 'Leaderboard',
  // The period.
  leaderboard_all: 'All time',
  leaderboard_year: 'This year',
  leaderboard_month: 'This month',
  leaderboard_week: 'This week',
  leaderboard_until: 'Ends on {date}',
  // The titles of the columns. The last one is what counts.
  leaderboard_rank: 'Rank',
  leaderboard_name: 'Name',
  leaderboard_referrals: 'Friends',
  leaderboard_rewards: 'Rewards',
  leaderboard_events: 'Total',
  leaderboard_you: 'You',
  leaderboard_somebody: 'A member',
  leaderboard_unranked: 'No rank yet',
  leaderboard_empty: 'Nobody is ranked yet. You can be the first.',
  leaderboard_more: 'Show more',
  leaderboard_opt_in:
    'Show others my first name, the initial of my last name, my picture and my results on every leaderboard of the rewards program.',
  leaderboard_shown: 'Others can see you.',
  leaderboard_hidden: 'Only you can see your row.',
  leaderboard_failed: 'We couldn’t save your choice. Try again.',
}
