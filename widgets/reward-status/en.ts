export const en = {
  reward_status_headline: 'Your reward',
  reward_status_pending: 'We’re getting your reward ready. You don’t need to wait here.',
  reward_status_succeeded: 'The reward is yours.',
  reward_status_failed: 'We couldn’t give you this reward. If you think this is a mistake, contact us.',
  reward_status_late: 'This is taking longer than usual. Check again later.',
  reward_status_unknown: 'We couldn’t check the status of your reward.',
  reward_status_again: 'Check again',
}
